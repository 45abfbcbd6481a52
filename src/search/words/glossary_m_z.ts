/**
 * The words of glossary.ts from M to Z, which tells how they are written. Data only; a file for each half of the
 * alphabet, because one would be too long.
 *
 * @module
 */

/** The second half. */
export const M_TO_Z = `
  machine=设备,机器 machine-learning=机器学习 magazine=杂志 magic-number=魔法数字,魔数 mail=邮件 mailbox=邮箱 main-branch=主干,主分支
  maintainability=可维护性 maintainer=维护者 maintenance=维护 malicious=恶意 mall=商城 malware=木马,恶意软件 man-day=人天,人日 man-hour=工时 mana=法力
  manager=包管理 mandatory=必填 manual=手册,手动 manual-intervention=人工介入,手动干预 manual-test=手工测试,人工测试 manual-testing=手工测试,人工测试
  manually=手工 manuscript=手稿 map=地图 marathon=马拉松 margin=边距 market-data=行情 marking=批改,阅卷 mask=脱敏,遮罩 masking=打码 masonry=瀑布流
  master=主库,主节点 master-data=主数据 master-slave=主从 match=匹配,比赛,赛事 matchmaking=匹配 material=物料 materialized-view=物化视图,视图 mau=月活
  max=最大值 max-length=最大长度 maximum=上限,最大,最大值 mcu=单片机,微控制器 media=媒体 median=中位数 medical-history=病史 medical-order=医嘱
  medical-record=病历 medicine=药品 meditation=冥想 meeting=会议 meeting-minute=会议纪要 meeting-room=会议室 meituan=美团 member=会员,成员
  membership=会员 membership-card=会员卡 memory=内存,内存泄漏 memory-footprint=内存占用 memory-leak=内存泄漏 mention=提及,提到 menu=菜单
  merchant=商家,商户 merge=合并 merge-request=mr,合并请求 mesh=网格 message=消息,msg message-backlog=堆积 message-body=消息体
  message-broker=消息中间件 message-loss=丢消息 message-queue=消息队列 meta-tag=元标签 metadata=元数据 meter-reading=抄表 metric=指标
  metric-definition=指标口径,口径 metro=地铁 mfa=双因素,多因素 micro-frontend=微前端 micro-interaction=微交互 microchip=芯片
  microcontroller=单片机,微控制器 microphone=麦克风 microscope=显微镜 microservice=微服务 middleware=中间件 midnight=零点,凌晨,午夜 migrate=迁移
  migration=迁移 mileage=里程 milestone=里程碑 min=最小值 mini-program=小程序 minification=压缩 minify=压缩 minimum=最小,下限,最小值
  minimum-viable=最小可行 mining=挖矿 minor-protection=未成年,防沉迷 minors=未成年,防沉迷 minutes=纪要 mirror=镜像,同步 mirror-registry=镜像源
  mirror-source=镜像源 misaligned=错位,没对齐 misalignment=错位,没对齐 misjudged=误判 misjudgment=误判 mismatch=不匹配,不一致,对不上
  misoperation=误操作,误触 missed-alert=漏报 missing=缺失,缺少 missing-value=缺失值,空值 mission=关卡 misspelling=错别字,拼写错误
  mistakenly=误删,误操作 mitigate=缓解,止损 mitigation=缓解,止损 mobile=移动端 mobile-adaptation=移动端适配 mobile-data=蜂窝 mock=模拟,打桩
  mock-data=假数据,模拟数据 mockup=设计稿,效果图 modal=弹窗 model=模型 moderation=审核 moderator=版主 module=模块 mojibake=乱码 mold=模具
  molecule=分子 moments=朋友圈 money=金额 money-laundering=洗钱 mongo=mongodb mongodb=mongo monitor=监控 monitoring=监控 monolith=单体 monolithic=单体
  monorepo=单体 monster=怪物 month-end=月结 month-over-month=环比 monthly=每月,月度 monthly-active=月活 monthly-report=月报 morning=早上,上午
  mortgage=房贷,按揭,抵押 motor=电机,马达 motorcycle=摩托车 mould=模具 mount=挂载 movie=电影 mr=merge-request,合并请求 msg=message
  multi-agent=多智能体 multi-cloud=多云 multi-factor=两步验证,多因素 multi-process=多进程 multi-select=多选 multi-tenancy=多租户 multi-tenant=多租户
  multi-thread=多线程 multicast=组播,多播 multilingual=多语言 multipart=分片上传 multiplayer=多人,联机 multiple-choice=选择题,多选
  multithreaded=多线程 multithreading=多线程 museum=博物馆 music=音乐 musician=音乐人 mutable=可变 mute=静音 mutex=互斥锁 mvp=最小可行
  named-entity=命名实体,实体识别 namespace=命名空间 naming=命名 naming-convention=命名规则 nat-traversal=内网穿透,穿透 nationality=国籍 native=原生
  natural-language=自然语言 navbar=导航栏 navigate=导航,跳转 navigation=导航 navigation-bar=导航栏 navmesh=导航网格,寻路 nda=保密,保密协议
  nearest-neighbor=近邻 negative=负数 negative-sample=负样本 netease=网易 network=网络 network-cable=网线 network-card=网卡 neural-network=神经网络
  new-user=新用户 newbie-guide=新手引导 newline=换行,换行符 news=新闻 newsletter=邮件订阅 newspaper=报纸 nic=网卡 nickname=昵称 night=夜间
  nightly=每晚,每天 nil=空值 nlp=自然语言 node=节点 node-pool=节点池 noise=噪音,噪声 noise-reduction=降噪 noisy=噪音,噪声 non-blocking=非阻塞
  non-null=非空 nonblocking=非阻塞 noon=中午 normalization=归一化,标准化 normalize=归一化,标准化 nosql=非关系型 notarization=公证 notary=公证
  notch=刘海,刘海屏 notification=通知 notify=通知 novel=小说 null=空值 null-check=判空 null-pointer=空指针 nullability=可空 nullable=可空 number=号码
  nurse=护士 nutrition=营养
  o11y=observability oauth=第三方登录 obfuscate=混淆 obfuscation=混淆 object-detection=目标检测 object-pool=对象池 object-storage=对象存储
  object-store=对象存储 obscured=遮挡,挡住 observability=可观测性,可观测,o11y observer=观察者 obsolete=过时,废弃 occupy=占用 ocr=文字识别,识别
  offboard=下线 office=办公室 office-supply=办公用品 official-account=公众号 offline=离线,断网 offline-computing=离线计算 offset=偏移,位点 oil=原油
  okr=绩效 old-user=老用户 on-call=值班 onboard=入职 onboarding=新人,引导 oncall=值班 online=线上 online-class=网课,在线课程
  online-course=网课,在线课程 online-shop=网店,商城 online-store=网店,商城 oom=out-of-memory,内存溢出 opacity=透明度 open-api=开放平台,开放接口
  open-beta=公测 open-platform=开放平台,开放接口 open-source=开源 opening=营业时间 operation-log=操作日志 operation-team=运营 operations=运维
  operator=运营商 opponent=对手 opportunity=商机 ops=运维 optimise=优化 optimistic-lock=乐观锁 optimistic-locking=乐观锁 optimization=优化
  optimize=优化 option=选项 optional=可选 optional-type=可空 orchestrate=编排 orchestration=编排 order=订单 order-cancellation=取消订单
  order-id=订单号 order-number=订单号 order-split=拆单 ordering=顺序,有序 org-chart=组织架构 organization-structure=组织架构 orientation=横屏
  origin=源站,回源 original-image=原图 original-price=原价 oscilloscope=示波器 ota=空中升级 otp=一次性密码,动态密码,动态口令 outage=事故,宕机,停服
  outbound=出站,外呼,出库 outdated=过时,过期 outlier=异常值,离群 outpatient=门诊 outsource=外包 over-limit=超限 over-the-air=空中升级 overdue=逾期
  overfit=过拟合 overflow=溢出,越界 overhaul=改造,改版 overheat=发热,过热,发烫 overheating=发热,过热,发烫 overlap=重叠,遮挡 overlay=蒙层
  override=重写,覆盖 oversampling=过采样 overseas=海外,国外 oversell=超卖 oversold=超卖 overtime=加班,加班费 owner=负责人 oxygen=血氧
  p95=分位,百分位 p99=分位,百分位 pace=配速 package=依赖,包管理,安装包,pkg,套餐 package-manager=包管理 package-name=包名 package-size=包体积,包大小
  packaging=打包 packet=数据包,报文 packet-capture=抓包 packet-loss=丢包 padding=内边距 page=页面 page-load=加载时间,加载速度 page-view=浏览量,访问量
  pager=值班 pagination=分页,翻页 paging=分页,翻页 pain-point=痛点 pairing=配对,绑定 palette=色板,调色板 pallet=托盘 pandemic=疫情 panel=面板
  paper=论文 paragraph=段落 parallel=并行 parallelism=并行 parallelize=并行 param=parameter parameter=参数,param parameterized-test=参数化 parcel=包裹
  parcel-locker=快递柜 parcel-sorting=分拣 parent=家长,父母 parent-class=父类,基类 parental-control=家长控制 parentheses=括号,圆括号
  parenthesis=括号,圆括号 parking=停车 parking-lot=车位,停车位 parking-space=车位,停车位 parse=解析 parser=解析器 partial=部分 particle=粒子,粒子特效
  partition=分区 partition-key=分区键 partitioned=分区表 party=乙方 passenger=乘客,旅客 passport=护照 password=密码,口令
  password-reset=重置密码,找回密码 patch=补丁 patent=专利 path=路径 path-finding=寻路 pathfinding=寻路 patient=患者,病人 patrol=巡逻,巡检 pause=暂停
  pay=支付 payable=应付,应付账款 payee=收款人,收款方 payer=付款人,付款方 paying-user=付费用户 payment=支付,付款 payment-failure=扣款失败
  payment-method=支付方式,付款方式 payout=打款,出款 payroll=薪资,发薪,工资单 pcb=电路板,电路 peak=高峰 peak-hour=高峰期 peak-time=高峰期
  pedometer=计步,步数 penalty=罚金,违约金 pending-payment=待付款,待支付 penetration-test=渗透测试,渗透 pension=养老金,退休金 pentest=渗透测试,渗透
  percent=百分比 percentage=百分比 percentile=分位,百分位 perf=performance performance=性能,perf performance-review=绩效,考核 period=周期
  permanent=永久 permission=权限 permission-check=权限校验,鉴权 permission-prompt=权限弹窗 persist=持久化,落库,落盘 persistence=持久化,落库,落盘
  persistent=持久化,落库,落盘 persistent-connection=长连接 persistent-volume=持久卷 person-day=人天 personal-data=个人信息,隐私数据
  personal-information=个人信息,隐私数据 pessimistic-lock=悲观锁 pessimistic-locking=悲观锁 pet=宠物 pg=postgres phantom-read=幻读 pharmacy=药房
  phase-out=下线,淘汰 phased-release=灰度发布,分批发布 phishing=钓鱼 phone=手机,电话 phone-number=手机号,电话号码 photo=照片 photographer=摄影师
  photography=摄影 photovoltaic=光伏,太阳能 physical-delete=物理删除,硬删除 physical-examination=体检 physical-machine=物理机,裸机 physician=医师,医生
  physics=物理引擎 pick-up=取件,自提 picker=选择器 picking=拣货 pickup=取件,自提 picture-in-picture=画中画 picture-quality=画质 pii=个人信息,隐私数据
  pilot=试点 pinch=双指 pinduoduo=拼多多 pinned=置顶 pinning=固定 pinpoint=定位 pinyin=拼音 pipeline=流水线,管道 pivot-table=透视表 pixel=像素
  pkg=package place-order=下单 placeholder=占位 placeholder-text=占位文字,占位符 plagiarism=抄袭,查重 plain-text=明文 plaintext=明文 plaintiff=原告
  plan=计划,方案 plan-b=兜底方案,备选方案 plane-ticket=机票 plant=工厂,植物 plate-number=车牌号,车牌 platform=平台 playback=播放,回放
  playback-speed=倍速 player=播放器,玩家,球员,选手 playlist=歌单 plugin=插件 pnl=盈亏,损益 poc=概念验证 pod=容器组 podcast=播客
  point-of-contact=接口人,对接人 point-person=接口人,对接人 pointer=指针 points=积分 police=警察,公安 policy=策略,保单 policyholder=投保人 poll=轮询
  polling=轮询 polyfill=垫片 polygon=多边形 polymorphism=多态 pool=连接池 poor-network=弱网 pop-up=弹窗,弹出 popover=气泡卡片,浮层 popup=弹窗
  port=端口,港口 port-conflict=占用 port-number=端口号 portfolio=投资组合,持仓 portrait-mode=竖屏 position=位置 positive=正数 positive-sample=正样本
  post=帖子,发帖 postal-code=邮编 postcode=邮编 postgres=postgresql,pg postgresql=postgres postmortem=复盘,事故复盘,事后复盘 postpone=延期,推迟
  power-consumption=耗电,功耗 power-failure=断电,掉电 power-generation=发电 power-grid=电网 power-of-attorney=委托书 power-off=断电,掉电
  power-on=上电,开机 power-outage=断电,掉电 power-saving=省电,低功耗 power-supply=电源,供电 pr=pull-request,merge-request prd=需求文档
  pre-commit=提交钩子,钩子 pre-order=预售 pre-release=预发布 pre-sale=预售 precision=精度 precompute=预计算 prediction=预测
  preemptible=竞价实例,抢占式 preference=偏好 prefetch=预取 prefix=前缀 preflight=预检 pregnancy=怀孕,孕妇,孕期 pregnant=怀孕,孕妇,孕期 preload=预加载
  premium=保费 preorder=预售 prepaid=预付 prepayment=预付款 prerelease=预发布 prerender=预渲染 presale=预售 prescription=处方 presence=在线状态
  press=出版社 pretrain=预训练 preview=预览 price=价格 price-adjustment=调价,改价 pricing=定价 primary=主键 primary-color=主色,主题色
  primary-database=主库 primary-key=主键 primary-replica=主从 print=打印 printer=打印机 priority=优先级 privacy=隐私 privacy-policy=隐私协议,隐私政策
  private-chat=私信,私聊 private-cloud=私有云 private-deployment=私有化部署,私有化 private-domain=私域 private-key=私钥 private-network=内网,专网
  private-registry=私服,私有仓库 private-repository=私服,私有仓库 privilege=越权 prize=奖品,奖金 probation=试用期 probe=探针 process=进程,流程
  proctoring=监考 procurement=采购 prod=production,生产环境,生产 producer=生产者 product=商品,产品 product-backlog=需求池 product-image=商品图
  product-manager=产品经理 product-review=评价,商品评价 production=生产环境,线上,prod production-environment=正式环境 production-line=产线
  production-order=生产订单 production-plan=生产计划,排产 production-schedule=生产计划,排产 profile=个人资料,画像 profile-page=个人主页,个人中心
  profiler=性能分析,剖析 profiling=性能分析,剖析 profit=利润,盈利 profit-sharing=分账,分润 progress=进度 progress-bar=进度条 project-manager=项目经理
  promo=促销,优惠 promotion=促销,优惠 prompt=提示词 prompt-engineering=提示词工程 prompt-injection=提示注入 pronunciation=发音 proof=校样
  proof-of-concept=概念验证 proof-of-delivery=签收 proofread=校对 property=房产 property-management=物业 proportion=占比,比例,比率 props=属性,传参
  protected-branch=分支保护,保护分支 protein=蛋白质 protocol=协议 prototype=原型 province=省份 provision=开通,置备 provisioning-profile=描述文件
  proxy=代理 prune=剪枝 psychology=心理 pub-sub=发布订阅 public-beta=公测 public-cloud=公有云 public-holiday=法定假日 public-ip=公网 public-key=公钥
  public-network=外网,公网 publish-subscribe=发布订阅 publisher=发布者 pubsub=发布订阅 pull=拉取 pull-request=pr,合并请求 pull-stream=拉流
  pull-to-refresh=下拉刷新 pump=水泵 punctuation=标点 purchase=购买 purchase-order=采购单 purchase-request=采购申请 pure-function=纯函数
  purge=清理,清除 push=推送 push-notification=消息推送 push-stream=推流 putaway=上架 puzzle=拼图,谜题 pv=浏览量,访问量 pw=password pwd=password
  py=python python=py
  qps=吞吐 qr=二维码 qr-code=二维码 qty=quantity qualification=资质 quality=质量 quality-assurance=测试人员 quality-control=质检
  quality-inspection=质检 quantity=数量,qty quantization=量化 quarter=季度 quarterly=季度 quarterly-goal=季度目标 quay=码头 query=查询
  query-plan=执行计划 query-string=查询参数 question=问题 question-bank=题库 questionnaire=问卷,调研,调查 queue=队列,排队 quick-app=快应用
  quorum=法定人数 quota=配额,额度 quotation=报价,报价单 quotation-mark=引号 quote=引号,报价
  race=赛事,竞速 race-condition=竞态 rack=机柜,机架 radar=雷达 radio-button=单选框,单选按钮 radio-station=电台 radiology=放射 radius=半径
  rag=检索增强,知识库 railway=铁路 rainfall=降雨 random=随机 random-number=随机数 range=范围,区间 rank=排名 ranked=排位,天梯 ranking=排行榜,榜单
  ransomware=勒索 rate=限流 rate-limit=限流,频率限制 rating=评分,星级 ratio=占比,比例,比率 raw-material=原料,原材料 rbac=角色权限 rca=根因分析
  reactive=响应式 reactivity=响应式 read-receipt=已读,已读回执 read-replica=从库,只读副本 read-timeout=读超时 read-write-split=读写分离
  read-write-splitting=读写分离 readability=可读性 reader=读者,阅读器 reagent=试剂 real-name=实名,实名认证 real-time=实时 realtime=实时
  rebalance=再均衡 rebase=变基 rebuild=重建 recall=召回,撤回 recall-rate=召回率 receipt=收据,回执,小票 receivable=应收,应收账款 receiver=接收
  reception=前台 recharge=充值 recheck=复核,复查 recipe=菜谱,食谱,配方 recipient=收件人,收货人 recommend=推荐 recommendation=推荐
  recommendation-system=推荐系统 recommender=推荐系统 reconcile=对账 reconciliation=对账 reconnect=重连 recording=录制,录音 recovery=恢复 recruit=招聘
  recruitment=招聘 recursion=递归 recursive=递归 recycle-bin=回收站 red=红色 red-dot=红点,小红点 red-packet=红包 redeem=兑换 redeem-code=兑换码
  redeliver=重新投递,重投 redelivery=重新投递,重投 redemption=兑换 redemption-code=兑换码 redesign=改版,重新设计 redirect=重定向,跳转 redis-cache=缓存
  redo=重做 redundancy=冗余 redundant=冗余,多余 ref=reference refactor=重构 refactoring=重构 referee=裁判 reference=ref referral=推荐,裂变
  reflection=反射 reflow=回流 refresh=刷新 refrigerator=冰箱 refuel=加油,加油站 refund=退款 refund-request=退款申请 regex=正则,正则表达式
  regexp=正则,正则表达式 region=地区,区域,地域,大区 register=注册 registration-number=挂号 registry=注册中心 regression=回归
  regular-expression=正则,正则表达式 regularization=正则化 regulation=法规,监管,条例 regulator=监管 regulatory=监管 rehearsal=排练,彩排 reimburse=报销
  reimbursement=报销 reinforcement-learning=强化学习 reject=驳回,拒绝 rejected=被拒 rejection=被拒,驳回 relational=关系型 relay=继电器,中继
  relayout=回流 release=发布,发版 release-note=发布说明,更新说明 release-plan=上线计划 release-process=上线流程 release-window=上线窗口
  reliability=可靠性 reliable=可靠性 remind=提醒 reminder=提醒 remit=汇款 remittance=汇款 remote-call=远程调用 remote-control=遥控,遥控器
  remote-work=远程办公,居家办公 remove=移除,去掉 rename=重命名 render=渲染 rendering=渲染 renew=续费,续期,续签 renewal=续费,续期,续签 renminbi=人民币
  renovation=装修 rent=租金 repaint=重绘 repair=修复,维修 repairman=技师,维修工 repay=还款 repayment=还款 repeat=重复 repeatable-read=可重复读
  replace=替换,更换 replacement=替换,更换 replay=回放,重放 replenishment=补货 replica=副本 replicate=复制,同步 replication=复制,主从
  replication-delay=同步延迟 replication-lag=同步延迟 reply=回复 repo=仓库,repository report=报表,报告,上报 report-abuse=举报 report-form=报表
  reporter=记者 reporting=上报 repository=仓库,repo repost=转发 repricing=调价,改价 repro=复现,重现 reproduce=复现,重现 reproducible=必现,可复现
  reproduction=复现,重现 repurchase=复购 req=request reqs=requirements request=请求,req request-body=请求体 request-parameter=入参 required=必填
  required-field=必填项 requirement=需求 requirement-change=需求变更 requirement-list=需求清单 requirements=reqs rerank=重排,重排序,精排
  rerender=重渲染,重复渲染 rerun=重跑 reschedule=改期,改约 rescue=救援 researcher=研究员 reservation=预订,预约,预留,占座 reset=重置
  reset-password=找回密码 resident=业主 residual=残留,遗留 resign=离职 resignation=离职 resize=缩放,调整大小 resolution=分辨率 resource=资源
  resource-limit=资源配额 resp=response respawn=复活 response=响应,返回,resp response-body=响应体,返回体 response-header=响应头
  responsive=响应式,自适应 restart=重启 restart-loop=反复重启 restaurant=餐厅,餐馆 restock=补货 restore=恢复 resubmit=重复提交,重新提交
  resumable=断点续传 resume=简历 resume-transfer=断点续传 retail=零售 retain=保留,留存 retention=保留,留存 retention-rate=留存率 retrain=重训
  retrieval=检索,召回 retrieval-augmented=检索增强,知识库 retro=复盘,回顾 retrospective=复盘,回顾 retry=重试 return-book=还书 return-request=退货
  return-value=返回值 retweet=转发 reuse=复用 revamp=改造,改版 revenue=收入,营收 revenue-sharing=分账,分润 reverse-engineering=反编译,逆向
  reverse-order=倒序,逆序 reverse-proxy=反向代理 revert=回滚,撤销,回退 review=评审,审查 review-comment=评审意见 review-meeting=评审会
  reviewer=评审人,review revoke=吊销,撤销,收回 reward=奖励 rework=返工 rewrite=重写 rhythm=节奏 rich-text=富文本 rich-text-editor=富文本编辑器
  ride-hailing=网约车,打车 rider=骑手 right-align=右对齐 right-click=右键菜单,右键 right-to-erasure=注销,账号注销 ringtone=铃声 risk=风险
  risk-assessment=风险评估 risk-control=风控 rmb=人民币 roadmap=路线图 robot=机器人 robust=健壮性,鲁棒 robustness=健壮性,鲁棒 role=角色
  role-based=角色权限 roll-back=回滚,回退 roll-call=点名 roll-out=灰度,上线 rollback=回滚 rolling-update=滚动更新,滚动升级
  rolling-upgrade=滚动更新,滚动升级 rollout=灰度,上线 room-type=房型 root=越狱 root-cause=根因,根本原因 roster=排班,排班表 rota=排班,排班表
  rotate=轮换,旋转 rotation=轮换,轮值 round=四舍五入 rounded=圆角 rounding=取整,舍入 rounding-error=误差 route=路由,路线,线路
  route-planning=路径规划,路线规划 router=路由 routing-table=路由表 row-lock=行锁 rpc=远程调用 rule=规则 run=运行 runbook=手册,预案
  runner=构建机,打包机 runtime=运行时 runtime-permission=动态权限 rural=农村 rush-hour=高峰期,高峰
  saas=软件即服务 safe=安全 safe-area=安全区 safety-stock=安全库存 salary=工资,薪资,薪水 sales=销售 sales-order=销售单 sales-return=退货 salt=加盐
  same-origin=同源 sample=样本,采样,样品 sample-rate=采样率 sampling=采样 sampling-frequency=采样率 sampling-rate=采样率 sandbox=沙盒,沙箱
  satellite=卫星 saturation=饱和度 save=保存 save-file=存档 save-game=存档 savegame=存档 scaffold=脚手架 scalability=可扩展,扩展性,伸缩
  scalable=可扩展,扩展性,伸缩 scale=扩容,缩放 scale-down=缩容 scale-in=缩容 scale-out=横向扩展,水平扩展 scale-up=纵向扩展,升配 scalper=黄牛
  scan=扫描,扫码 scan-code=二维码 scanner=扫描,扫码枪,扫描仪 scene=场景 scenic-spot=景点,景区 schedule=定时任务,排期,日程 schedule-delay=延期
  scheduler=调度 scheduling=调度,排班 schema=表结构 schema-change=表结构变更 schema-migration=表结构变更 schema-registry=模式注册 scholarship=奖学金
  school=学校 scientist=科学家 scooter=滑板车,电动车 scope=范围 scope-change=需求变更 scope-creep=需求蔓延 score=评分,得分,打分,比分 scrap=报废
  scrape=爬取,抓取 screen=屏幕 screen-capture=录屏 screen-reader=无障碍,读屏 screen-recording=录屏 screenshot=截图,截屏 screenshot-test=截图测试
  script=脚本 scroll=滚动,滑动 scrollbar=滚动条 seal=印章 seaport=港口 search=搜索,检索 search-bar=搜索框 search-box=搜索框 search-result=搜索结果
  season=赛季 season-pass=通行证,战令 season-ticket=季票,套票 seat=座位,座席,席位 seat-selection=选座 second-hand=二手 secret=密钥 securities=证券
  security=安全 security-group=安全组 seed=种子 seed-data=种子数据,初始数据 segfault=段错误 segment=分段 segmentation-fault=段错误 select-all=全选
  select-box=下拉框 selected=选中 selector=选择器 self-driving=自动驾驶 self-hosted=自建 self-service=自助 self-signed=自签,自签名 seller=卖家,商家
  semantic=语义 semaphore=信号量 semester=学期 semi-finished=半成品 semicolon=分号 send=发送 sensitive=敏感词,敏感 sensitive-data=敏感数据,敏感信息
  sensitive-information=敏感数据,敏感信息 sensor=传感器 sensor-data=传感器 sentence=句子 sentiment=情感分析,情感 seo=搜索引擎优化,搜索优化
  separator=分隔符 sequence=序列号,序号 sequential=顺序,串行 serial=串行 serial-number=序列号 serial-port=串口 serialization=序列化 serialize=序列化
  server=服务器,服务端 server-room=机房 server-side-rendering=服务端渲染 serverless=无服务器,函数计算 service=服务 service-charge=手续费,服务费
  service-discovery=服务发现 service-fee=服务费 servo=舵机,伺服 session=会话 session-expired=登录过期 setting=设置 settlement=结算
  severity=严重程度,严重级别 shader=着色器 shadow=阴影 shallow-copy=浅拷贝 shard=分片 shard-key=分片键 sharding=分库,分表 sharding-key=分片键
  share=分享,共享 shared-bike=共享单车 sheet-music=乐谱 shelf=货架 shift=班次,轮班,排班 shift-handover=交接班,交班 shipper=发货人,货主
  shipping=物流,发货 shipping-address=收货地址 shipping-label=面单 shop=门店,店铺 short-connection=短连接 short-link=短链,短链接 short-url=短链,短链接
  short-video=短视频 shortage=短缺,不足 shortcut=快捷键 shortfall=差额 shrink=压缩,缩小 shuffle=洗牌 shutdown=关机,停机 sick-leave=病假
  side-effect=副作用 sidebar=侧边栏 sidecar=边车 sideload=侧载 sign-in=登录 sign-off=签字,确认 sign-up=注册 signal=信号 signal-strength=信号强度
  signature=签名 signature-verification=验签 signin=登录 signing=签名 signup=注册 silent=静默 similarity=相似度 simplified=简体 simplify=简化,精简
  simulate=模拟,仿真 simulation=模拟,仿真 simulator=模拟器 singapore=新加坡 singer=歌手,艺人 single-page-app=单页应用,单页 single-player=单机,单人
  single-quote=单引号 single-select=单选 single-sign-on=单点登录,统一登录 single-step=单步 single-thread=单线程 single-threaded=单线程 singleton=单例
  size=大小,尺码,尺寸 skeletal-animation=骨骼动画 skeleton=骨架屏 skew=数据倾斜 skill=技能 skin=换肤,皮肤 skip=跳过 sku=商品规格 sla=服务等级
  sleep-mode=待机,休眠 slider=滑块 sliding-window=滑动窗口 slo=服务等级 slope=斜率,坡度 slow=很慢,太慢,变慢 slow-log=慢查询,慢日志 slow-query=慢查询
  slow-sql=慢查询,慢日志 slowdown=变慢 slowness=变慢 sluggish=卡顿,很卡,太卡,变卡 small-file=小文件 smart-contract=智能合约 smart-home=智能家居
  smart-lock=门锁,智能锁 smoke=冒烟,烟雾 smoke-detector=烟感 smoke-test=冒烟 sms=短信 snackbar=提示条 snake-case=下划线命名,蛇形 snapshot=快照
  snapshot-test=快照测试 snowflake=雪花算法 social=社交 social-insurance=社保 social-login=第三方登录 social-security=社保 socket=套接字
  soft-delete=软删除 soft-deleted=软删,逻辑删除 soft-launch=试运行,内测 software=软件 soil=土壤 solar=光伏,太阳能 sold-out=售罄,卖光 song=歌曲
  sort=排序 sorting=排序 sound=声音 sound-quality=音质 source=数据源 source-code=源码 source-map=源码映射 sourcemap=源码映射 spaces=空格 spacing=间距
  spam=垃圾,垃圾邮件,垃圾信息 spare-part=备件 spawn=出生点 speaker=扬声器,音箱 spec=规格,specification special-effect=特效 species=物种
  specification=spec spectate=观战 spectator=观战 speech=语音 speech-recognition=语音识别 speed=速度 speed-camera=超速 speed-limit=限速 speeding=超速
  spelling=拼写 spike=突增,飙升,尖峰,毛刺 spinlock=自旋锁 spinner=加载动画,转圈 splash=启动页 splash-ad=开屏广告 splash-screen=开屏,闪屏页 split=拆分
  split-brain=脑裂 split-order=拆单 split-payment=分账,分润 split-screen=分屏 split-test=实验 spot-instance=竞价实例,抢占式 spreadsheet=表格
  spring-festival=春节 sprint=迭代 sprite=雪碧图 squash=压缩提交,合并提交 sso=单点登录,统一登录 ssr=服务端渲染 stability=稳定 stack=堆栈,技术栈
  stack-overflow=栈溢出 stack-trace=堆栈 staff=员工 staged-rollout=灰度发布,分批发布 staging=预发布,stg,预发,测试环境 staging-area=暂存区
  staging-table=临时表,中间表 stakeholder=干系人,利益相关 stale=过时 stale-data=旧数据,过期数据 stamina=体力 stamp=印章,盖章 stampede=惊群
  stand-up=站会,晨会 standard=标准 standard-deviation=标准差 standby=备库,备机,备用 standby-mode=待机,休眠 standup=站会,晨会,早会 star-schema=星型
  start-date=开始日期,起始日期 start-time=开始时间 startup=启动 startup-time=启动速度,启动耗时 stash=暂存 state=状态 state-machine=状态机
  state-management=状态管理 state-transition=状态流转 stateless=无状态 static-check=静态检查,静态分析 static-ip=固定地址 station=车站 statistics=stats
  stats=statistics status=状态 status-bar=状态栏 status-code=状态码 step=步骤 step-count=计步,步数 stepper=步骤条 stg=staging sticker=表情包,贴纸
  sticky=吸顶,粘性 stock=库存,存货 stock-price=股价 stock-taking=盘点 stock-transfer=调拨 stocktaking=盘点 stop-loss=止损 stopwatch=秒表 storage=存储
  storage-location=库位,货位 store=应用商店 store-manager=店长 stored-procedure=存储过程 storm=暴雨,风暴 storyline=剧情 strategy-pattern=策略模式
  streak=连续打卡 stream=流式 stream-processing=流处理,流式计算 streamer=主播 streaming=流式 streaming-output=流式输出 streamline=精简 street=街道
  strict-mode=严格模式 strikethrough=删除线 string=字符串,文案 strong-consistency=强一致 structured-log=结构化日志 structured-logging=结构化日志
  stub=打桩 stuck=卡住 student=学生 student-id=学号 stutter=卡顿,掉帧 style=样式,规范,风格 stylesheet=样式表 subclass=子类 subdomain=子域名,二级域名
  submit=提交 submodule=子模块 subnet=子网 subordinate=下属 subprocess=子进程 subquery=子查询 subscribe=订阅 subscriber=订阅者 subscription=订阅
  subsidy=补贴 substation=变电站 subtitle=字幕 subtotal=小计 subway=地铁 success-rate=成功率 suffix=后缀 sum=求和 summarization=摘要
  summarize=汇总,总结 summary-table=汇总表 sunset=下线,停服 super-admin=超级管理员,超管 superclass=父类,基类 superior=上级,主管 supermarket=超市
  superuser=超级管理员,超管 supervised=监督学习 supervisor=上级,主管 supplier=供应商,供货商 supply-chain=供应链 support=客服 surge=突增,飙升,尖峰,毛刺
  surgery=手术 surveillance=监视 survey=问卷,调研,调查 swipe=滑动,左滑,侧滑 swiper=轮播,轮播图 swiss=瑞士 switch=开关,切换 switzerland=瑞士
  syllabus=教学大纲,课程大纲 symbol=符号 symbol-table=符号表 symmetric=对称加密 symptom=症状 sync=同步,synchronize synchronization=同步
  synchronize=sync,同步 synchronous=同步 syntax-error=语法错误 syntax-highlight=语法高亮 syntax-highlighting=语法高亮 system-notification=系统通知
  system-prompt=系统提示词
  tab=标签页 tab-bar=标签栏,底部导航 tabbar=标签栏,底部导航 table=表名,数据表 table-lock=表锁 table-scan=全表扫描 table-splitting=分表
  table-structure=表结构 tablespace=表空间 tablet=平板 tag=标签 tagging=打标签 taiwan=台湾 take-effect=生效 takeaway=外卖 takeout=外卖
  takeover=接手,接管 takt=节拍 tamper=篡改,防篡改 tanker=油轮 taobao=淘宝 target-user=目标用户 tariff=关税 task=任务 tax=税率,税务,税费
  tax-bureau=税务局 tax-exempt=免税 tax-filing=报税,纳税申报 tax-return=报税,纳税申报 taxi=出租车,打车 tcpdump=抓包 teacher=老师,教师 team=团队
  teammate=队友 teardown=清理 tech-debt=技术债 tech-review=技术评审,方案评审 tech-selection=选型,技术选型 technical-debt=技术债
  technical-design=技术方案 technical-review=技术评审,方案评审 technical-selection=选型,技术选型 technical-solution=技术方案 technician=技师,维修工
  telemedicine=远程医疗,互联网医院 telemetry=遥测 temp-table=临时表,中间表 temperature=温度 template=模板 tempo=节奏 temporary=临时,tmp
  temporary-table=临时表,中间表 tenant=租户,租客 tencent=腾讯云,腾讯 tender=招标,投标,竞价 term=术语 terminal=终端 terms=条款 test=单元测试,压测,测试
  test-account=测试号 test-automation=自动化测试 test-case=用例 test-data=测试数据 test-device=测试机 test-environment=测试环境,测试服 test-paper=试卷
  test-phone=测试机 test-set=测试集 test-suite=测试套件,测试集 tester=测试人员 testing=测试 text-field=输入框,文本框 text-recognition=文字识别,识别
  text-to-speech=语音合成 textarea=富文本 textbox=输入框,文本框 texture=贴图,纹理 theater=剧院 theatre=剧院 theme=主题 theme-color=主色,主题色
  theming=换肤,皮肤 therapist=治疗师,咨询师 therapy=治疗,疗程 thermometer=温度计 thesis=论文 third-party=第三方 third-party-login=第三方登录
  thousand-separator=千分位 thread=线程 thread-pool=线程池 threshold=阈值,门限 throttle=限流,节流 throttled=限流 throttling=限流,节流 throughput=吞吐
  throw=抛出 thumbnail=缩略图 thumbs-up=点赞 thundering-herd=惊群 ticket=工单,门票 ticket-number=票号 ticketing=售票,票务 ticketing-system=工单系统
  tide=潮汐 tier=等级,分级 tiktok=抖音 tile=瓦片 till=收银 time=时间 time-consuming=耗时 timeline=时间线 timeout=超时 timer=定时器,计时
  timestamp=时间戳 timetable=课表,课程表 timezone=时区 timing=耗时 tip-off=举报 tire=轮胎 tmp=temporary toast=轻提示,吐司 todo=待办 todo-list=待办事项
  token=令牌 token-usage=消耗 tokenizer=分词 tolerance=容差,容忍 toll=过路费 tool-call=工具调用,函数调用 tool-calling=工具调用,函数调用 toolbar=工具栏
  tooltip=提示框 top-up=充值 topic=主题 topup=充值 total=合计 touch-id=指纹解锁 tour=旅游 tournament=锦标赛,赛事 tps=吞吐 trace=追踪,链路
  traceability=追溯,可追溯 traceable=追溯,可追溯 tracing=链路追踪 track=轨道 tracking=埋点 tracking-number=运单号,快递单号 trade-off=取舍,权衡
  trademark=商标 tradeoff=取舍,权衡 traditional=繁体 traffic=流量 traffic-jam=堵车,拥堵 traffic-light=红绿灯 traffic-shifting=切流,流量切换
  traffic-split=分流,流量切分 traffic-splitting=分流,流量切分 traffic-switch=切流 train=训练,列车,火车 train-station=车站 train-ticket=火车票
  trainee=学员 training=训练,培训 training-data=训练集,训练数据 training-set=训练集,训练数据 trajectory=轨迹 transaction=事务,交易,txn,tx
  transaction-fee=服务费 transaction-isolation=隔离级别 transcode=转码 transfer=转账,传输 transfer-learning=迁移学习 transform=转换
  transition=过渡,过渡动画 translate=翻译 translation=翻译 translator=译者 transparency=透明度 transparent=透明度 transpile=转译 trash=垃圾
  trash-bin=回收站 traversal=遍历 traverse=遍历 treatment=治疗 tree-shaking=摇树 tree-view=树形 trend=趋势 triage=分诊 trial=试用
  trial-operation=试运行 trial-period=试用期 trial-run=试运行 trigger=触发 trip=行程 trojan=木马,恶意软件 troubleshoot=排查,排障,故障排查
  truck=卡车,货车 truncate=截断 trunk=主干,主分支 ts=typescript ttl=有效期,过期 tts=语音合成 tuition=学费 tumbling-window=时间窗口 tunnel=隧道
  turnover=营业额 turnstile=闸机 tutorial=教程 two-factor=双因素,两步验证 two-phase-commit=两阶段提交,两阶段 two-step=两步验证,二次验证
  two-way-binding=双向绑定 tx=transaction txn=transaction type=类型 type-check=类型检查 type-checking=类型检查 type-hint=类型注解,类型标注
  type-inference=类型推断 type-safety=类型安全 typecheck=类型检查 typescript=ts typesetting=排版 typhoon=台风 typo=错别字,拼写错误 typography=字体
  tyre=轮胎 tz=timezone
  uat=验收测试,用户验收 ui=界面 ui-library=组件库 uk=英国 ultrasonic=超声波 ultrasound=超声 unauthorized=未授权,未登录,没权限 unavailable=不可用
  unban=解封 unbind=解绑 uncheck=取消勾选 unclickable=点不了,无法点击 underage=未成年,防沉迷 underfitting=欠拟合 underscore=下划线 underwriting=核保
  undo=撤销 unfollow=取关,取消关注 unfreeze=解冻 unicast=单播 unify=统一 uninstall=卸载 unique-constraint=唯一索引,唯一键 unique-id=唯一标识
  unique-index=唯一索引,唯一键 unique-key=唯一索引,唯一键 unit=单位,单元测试 unit-price=单价 unit-test=单元测试,单测 universal-link=通用链接
  unloading=卸货 unlock=解锁 unmount=卸载 unpack=解压 unpaid=未支付,待付款 unreachable=不可达,访问不了,连不上 unread=未读 unresponsive=无响应,没反应
  unstable=不稳定 unsubscribe=退订,取消订阅 unsupervised=无监督 unusable=不可用 unused=未使用,没用到 unused-code=死代码,无用代码 unzip=解压
  update=更新 upgrade=升级 upload=上传 upload-failed=上传失败 uppercase=大写 upstream=上游 urgent=紧急 url=地址,链接 usa=美国 usability=易用性,可用性
  usage=使用率 usd=美元 user=用户 user-agent=浏览器标识 user-agreement=用户协议,服务条款 user-experience=用户体验 user-flow=用户流程
  user-growth=用户增长 user-guide=新手引导 user-journey=用户旅程 user-research=用户调研 user-story=用户故事 username=用户名 utilization=利用率,使用率
  uuid=唯一标识 ux=用户体验
  vacation=休假 vaccination=疫苗,接种 vaccine=疫苗,接种 vacuum=清理 valid=有效 validate=校验,验证 validation=校验,验证 validation-set=验证集
  value-object=值对象 valve=阀门 vanish=消失 variable=变量 variable-name=变量名 variance=方差 variant=变体 vat=增值税 vector=向量
  vector-database=向量库 vector-graphic=矢量图 vector-store=向量数据库,向量库 vehicle=车辆 velocity=速度,车速 vending-machine=售货机,自动售货机
  vendor=供应商,厂商 venue=场馆,场地 verdict=判决 verification=验证 verification-code=验证码 verify=校验,验证 verify-signature=验签 version=版本
  version-number=版本号 versioning=版本控制,版本管理 vertical-scaling=纵向扩展,升配 vessel=船只,船舶 vet=兽医,宠物医生 veterinary=兽医 vfx=特效
  vibrate=震动,振动 vibration=振动 video=视频 video-call=视频通话 video-codec=编码格式 video-conference=视频会议 video-editing=剪辑,视频剪辑
  viewport=视口 village=乡村,村庄 vip=会员 virtual-list=虚拟列表,虚拟滚动 virtual-machine=虚拟机 virtual-scroll=虚拟列表,虚拟滚动
  virtualization=虚拟化 virtualized=虚拟列表,虚拟滚动 visa=签证 visibility=可见 visit=访问量 visitor=访客,游客 visual=视觉 visualization=可视化
  visualize=可视化 vocabulary=词汇,生词 vod=点播 voice=语音 voice-call=语音通话 voiceprint=声纹 voltage=电压 volume=音量,体积 volume-level=响度
  volunteer=志愿者 vote=投票 voucher=代金券,优惠券 voyage=航次 vpn=翻墙 vram=显存 vulnerability=漏洞
  waf=防火墙 wage=工资 waiter=服务员 waiting-list=候补,排队 waiting-room=候诊 waitlist=候补,排队 wake-up=唤醒 wakeup=唤醒 wallet=钱包 wallpaper=壁纸
  ward=病房,病区 warehouse=数据仓库,仓库,仓储 warm-start=热启动 warm-up=预热 warmup=预热 warning=警告,预警 washing-machine=洗衣机 watch=手表
  watchdog=看门狗 water-meter=水表 watermark=水印,水位 waybill=运单,面单 waypoint=途经点 weak-network=弱网 weak-password=弱密码,弱口令
  weak-type=动态类型 weapon=武器 weather-forecast=天气预报 web-font=网页字体 webfont=网页字体 webhook=回调 webview=内嵌浏览器 wechat=微信
  wecom=企业微信 weekend=周末 weekly=每周,周报 weekly-meeting=周会,例会 weibo=微博 weighing=称重 weight=重量,体重,权重 wfh=远程办公,居家办公
  wharf=码头 whistleblow=举报 white-box=白盒 white-screen=白屏 whitelist=白名单 whitespace=空格 wholesale=批发 wide-table=宽表 widget=小组件,控件
  wifi=wi-fi,无线 wildcard=通配符 wind=风速,风力 window=窗口 wireframe=线框图,原型图 wiring=接线 wishlist=收藏,收藏夹,心愿单 withdraw=提现
  word-segmentation=分词 wording=文案 work-from-home=远程办公,居家办公 work-hour=工时 work-order=工单 work-wechat=企业微信
  workaround=绕过,临时方案,变通 workday=工作日 worker=工作线程 worker-node=工作节点 workflow=工作流,流程 working-day=工作日 working-hour=工时
  workload=工作量,工时 workout=锻炼,健身 workshop=车间 workspace=工作区,工作空间 wrap=封装,包装 wrapper=封装,包装 write-ahead=预写日志 write-back=回写
  write-off=核销,冲销 writer=作者,作家 wrong-answer=错题 wysiwyg=富文本编辑器
  xiaomi=小米 xss=跨站
  year-over-year=同比 yearly=每年,年度 yen=日元 yield-rate=良率,良品率 yoy=同比 yuan=人民币
  zero-downtime=不停机 zero-shot=零样本 zero-trust=零信任 zip=压缩包 zip-code=邮编 zombie=僵尸进程 zone=可用区,区域 zoom=放大
  `;
