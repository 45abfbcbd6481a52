/**
 * What developers call the same thing in Chinese and in English, so that a question in one language finds what was
 * saved in the other. Only words of the trade with plain counterparts, and usual short forms (`k8s`); words of nearly the
 * same meaning are in near.ts, and a model does the rest.
 *
 * @module
 */
import { pairsOf } from "../../index/analyse.ts";
import { isStopWord } from "../../index/words/stop.ts";
import { plainForms } from "./ordinary.ts";

/**
 * Each English word with what else it is called, by its first letter: twenty times less to look through for a word.
 * Two words that are one name have a hyphen (`unit-test`).
 */
const SAME: Readonly<Record<string, string>> = {
  a: " a-b-test=实验 acceptance=验收 access-control=访问控制 accessibility=无障碍 account=账号,账户,帐号 " +
    "accuracy=精度,准确率 activate=激活 active-user=活跃用户 activity=活动 address=地址 admin=管理员 " +
    "administrator=管理员 aftersales=售后 age=年龄 aircraft=飞机 airport=机场 alarm=报警,闹钟 " +
    "alert=告警,报警 algorithm=算法 alias=别名 alipay=支付宝 aliyun=阿里云 allocate=分配 allowlist=白名单 " +
    "amount=金额 analysis=分析 analytics=统计 android=安卓 animation=动画 annotation=标注,注解 " +
    "announcement=公告 annual=年度 anonymize=脱敏 anonymous=匿名 answer=回答 api=接口 app-store=应用商店 " +
    "append=追加 apple=苹果 appointment=预约 approval=审批,批准,review approve=审批,批准 " +
    "architecture=架构 archive=归档 array=数组 article=文章 artifact=制品,产物 assertion=断言 " +
    "asset=资产,素材 async=异步 asynchronous=异步 attachment=附件 attribute=属性 audio=音频 audit=审计 " +
    "auth=鉴权,authentication,authorization authentication=认证,鉴权 author=作者 authorization=授权 " +
    "autocomplete=补全 automatic=自动 automation=自动化 autoscaling=扩容,弹性 availability=可用性 " +
    "avatar=头像 ",
  b: " backend=后端 backfill=回填,补数 background=后台,背景 background-task=后台任务 backlog=积压 " +
    "backoff=退避 backup=备份 badge=角标,徽章 balance=余额 balancer=负载均衡 ban=封号,封禁 bandwidth=带宽 " +
    "bank=银行 banner=横幅 barcode=条码 baseline=基线 batch=批量,批次,批处理 battery=电池,电量 benchmark=基准 " +
    "beta=内测 bike=自行车 bill=账单 billing=账单,计费 biometric=指纹 blacklist=黑名单 blank-screen=白屏 " +
    "blockchain=区块链 blocklist=黑名单 blue=蓝色 blue-green=蓝绿 bluetooth=蓝牙 board=看板 " +
    "booking=预约,预订 boot=开机 bot=机器人 bottleneck=瓶颈 branch=分支 brand=品牌 breaker=熔断 " +
    "brightness=亮度 broadcast=广播 broker=消息队列 browser=浏览器 btn=button bucket=存储桶 budget=预算 " +
    "buffer=缓冲 bug=缺陷 build=构建,编译 bundle=打包 button=按钮 ",
  c: " cache=缓存 calendar=日历 calibration=校准 callback=回调 camera=摄像头,相机 camera-shake=防抖 " +
    "campaign=活动 canary=灰度 cancel=取消 capacity=容量 captcha=验证码 car=汽车 card=卡片 cart=购物车 " +
    "case-number=案号 category=分类 certificate=证书 changelog=更新日志 channel=渠道,通道 charge=扣款,充电 " +
    "charging=充电 charging-station=充电桩 charset=字符集,编码 chart=图表 chatbot=机器人 cheap=便宜 " +
    "checkout=收银,迁出 checkpoint=检查点 checksum=校验和 china=中国,国内 chinese=中文 choose=选择 " +
    "chunk=分片,分块 city=城市 claim=理赔 classroom=教室 cleaning=清洗 cleanup=清理 click=点击 " +
    "click-through=点击率 client=客户端 clipboard=剪贴板 clock=时钟 clone=克隆 cloud=云上,云端 cluster=集群 " +
    "code=错误码 code-review=代码评审 codec=编解码 cold-start=冷启动 cold-storage=冷存储 collect=采集 " +
    "collection=集合 collector=采集 color=颜色,色值 colour=颜色,色值 command=命令 comment=注释,评论 " +
    "comment-section=评论区 commit=提交 compaction=合并 company=公司 compatibility=兼容 " +
    "compatible=兼容 compile=编译 compiler=编译器 compliance=合规 component=组件 compress=压缩 " +
    "compression=压缩 concurrency=并发 concurrent=并发 config=配置,configuration " +
    "configuration=配置,config confirm=确认 conflict=冲突 connect=连接 connection=连接 consent=同意 " +
    "console=控制台 consumer=消费者 consumer-group=消费组 contact=联系人 container=容器 contract=合同,契约 " +
    "contract-test=契约测试 contrast=对比度 convention=规范,约定 conversion=转化率 coroutine=协程 " +
    "correction=纠正,修正 cost=成本,费用 country=国家 coupon=优惠券 courier=快递 course=课程 court=法院 " +
    "coverage=覆盖率 crash=崩溃,闪退 crash-rate=崩溃率 crawler=爬虫 credential=凭证,凭据 credit=积分 " +
    "creds=credential cron=定时任务 crop=裁剪 crop-yield=产量 currency=货币,币种 cursor=分页,游标 " +
    "customer=客户 customer-service=客服 cutover=切换 ",
  d: " daily=每天,每日 daily-active=日活 dark=深色,暗色 dark-mode=深色模式,暗黑模式,夜间模式 dashboard=面板,看板,仪表盘 " +
    "data-quality=数据质量 data-warehouse=数仓,数据仓库 database=数据库 dataset=数据集 date=日期 " +
    "daylight=夏令时 db=database,数据库 dead-letter=死信 deadline=截止 deadlock=死锁 debounce=防抖 " +
    "debug=调试 decision=决定,决策 decommission=下线 decrypt=解密 dedupe=去重 deduplicate=去重 " +
    "deduplication=去重 default=默认 degradation=降级 degrade=降级 delay=延迟 delete=删除 deletion=删除 " +
    "delivery=投递,配送 delivery-fee=运费 demo=演示 department=部门 dependency=依赖 deploy=部署 " +
    "deployment=部署 deposit=押金 deprecate=废弃,弃用 deprecated=废弃,弃用 deps=dependency,依赖 " +
    "design=设计 design-draft=设计稿 detail=详情 dev=development device=设备,机型 diagnosis=诊断 " +
    "diagram=架构图 dialog=弹窗,对话框 dictionary=字典 directory=目录 disable=禁用,停用 disaster=容灾,灾备 " +
    "disconnect=断连,断开,断线 discount=折扣 dish=菜品 disk=磁盘,硬盘 distance=距离 docs=文档,documentation " +
    "doctor=医生 document=文档 documentation=文档 domain=域名 download=下载 downtime=停机,宕机 draft=草稿 " +
    "drag=拖拽 drain=排空 driver=驱动,司机 drone=无人机 drug=药品 duplicate=重复 duration=时长 ",
  e: " e2e=端到端 edit=编辑 editor=编辑,编辑器 electricity=电力 elevator=电梯 email=邮件,邮箱 embedding=向量 " +
    "emergency=紧急 emoji=表情 employee=员工 emulator=模拟器 enable=启用 encoding=编码 encrypt=加密 " +
    "encryption=加密 end-to-end=端到端 endpoint=接口 energy=能源 english=英语,英文 entity=实体 entry=入口 " +
    "enum=枚举 env=environment,环境变量 environment=环境变量,环境 episode=单集 error=错误,错误码,报错 " +
    "error-code=错误码 estimate=估算,预估 europe=欧洲 event=事件 exact=精确 exam=考试 exception=异常 " +
    "exchange-rate=汇率 expense=费用 experiment=实验 expiration=过期,到期 expire=过期,到期 " +
    "expired=过期,到期 expiry=有效期,过期 exponential-backoff=指数退避 export=导出 extension=扩展,插件 ",
  f: " factory=工厂 failover=故障转移,主备 failure=故障,失败 fallback=兜底,降级 false-positive=误报 farm=农场 " +
    "feature=特征 feature-flag=开关 fee=手续费 feedback=反馈 field=字段 filter=过滤,筛选 fingerprint=指纹 " +
    "firewall=防火墙 firmware=固件 flaky=不稳定 flame-graph=火焰图 flicker=闪烁 float=浮点 folder=目录,文件夹 " +
    "follow=关注 font=字体 footer=页脚 foreign=外键 foreign-key=外键 form=表单 format=格式 " +
    "formatter=format formula=公式 fps=帧率 frame-rate=帧率 framework=框架 france=法国 fraud=风控 " +
    "freeze=冻结,封板 freight=运费 french=法语 frequency=频率 freshness=时效 friend=好友 frontend=前端 " +
    "function=函数 ",
  g: " game=游戏 gateway=网关 gcp=google generate=生成 generic=泛型 generics=泛型 german=德语 " +
    "germany=德国 gesture=手势 glossary=术语 golang=go google=谷歌 gps=定位 grace-period=宽限期 " +
    "grade=成绩 gradient=渐变 gray-release=灰度 green=绿色 greenhouse=温室 greyscale=灰度 group=分组,群组 " +
    "guest=游客 guide=引导,指南 guild=公会 ",
  h: " habit=习惯 half-open=熔断 handover=交接 hardware=硬件 hash=哈希 header=请求头,表头 headless=无头 " +
    "health-check=健康检查,探活 heartbeat=心跳 highlight=高亮 history=历史 holiday=节假日 homepage=首页 " +
    "homework=作业 hongkong=香港 hook=钩子 hospital=医院 host=主机,宿主机 hostname=主机名 hot-reload=热更新 " +
    "hot-update=热更新 hotel=酒店 hotfix=热修复 hotkey=快捷键 hourly=每小时 huawei=华为 ",
  i: " i18n=国际化,多语言 icon=图标 idempotency=幂等 idempotent=幂等 identity=身份 ids=id image=图片,镜像 " +
    "img=image import=导入 incident=事故,故障 increment=增量 incremental=增量 indent=缩进 " +
    "indentation=缩进 index=索引 inference=推理 infrastructure=基础设施 ingest=采集,接入 " +
    "ingestion=采集,接入 inheritance=继承 input=输入 insert=插入 install=安装 installer=安装包 " +
    "instance=实例 insurance=保险 integer=整数 integration-test=集成测试 interest-rate=利率 " +
    "interface=接口,界面 internationalization=国际化 interval=间隔 inventory=库存 invitation=邀请 " +
    "invite=邀请 invoice=发票 invoice-number=发票号 ios=苹果 iphone=苹果 issue=工单 item=道具 " +
    "iteration=迭代 ",
  j: " jank=卡顿,掉帧 japan=日本 japanese=日语,日文 javascript=js job=任务 js=javascript ",
  k: " k8=kubernetes k8s=kubernetes kerning=字间距 key=密钥 keyboard=键盘 keyword=关键词 korea=韩国 " +
    "kubernetes=k8s ",
  l: " label=标签 lag=延迟,积压 landscape=横屏 language=语言 latency=延迟 launch=上线,启动 law=法律 " +
    "layer=图层,分层 layout=布局 lazy-load=懒加载 lazy-loading=懒加载 leaderboard=排行榜,榜单 leak=内存泄漏,泄漏 " +
    "leave=请假 ledger=账本 legal=法务 length=长度 level=关卡,等级 lib=library " +
    "library=lib,package,依赖库,第三方库 licence=许可证 license=许可证 license-plate=车牌 limit=上限,限流,限制 " +
    "line-length=行宽 lineage=血缘 link=链接 lint=linter linter=lint list=列表 listener=监听 " +
    "live=实时,直播 load=压测,负载 load-balancer=负载均衡 load-test=压测 loan=贷款 localization=本地化,多语言 " +
    "location=定位,位置 lock=锁,加锁 lock-screen=锁屏 lockfile=锁文件 log=日志 log-level=日志级别 " +
    "logging=日志 login=登录,登陆 logistics=物流 logout=登出,退出登录 loop=循环 lost=丢失 lowercase=小写 " +
    "lyrics=歌词 ",
  m: " machine=设备,机器 machine-learning=机器学习 mail=邮件 mailbox=邮箱 maintainer=维护者 maintenance=维护 " +
    "manager=包管理 mandatory=必填 manual=手册,手动 map=地图 margin=边距 mask=脱敏,遮罩 match=匹配 " +
    "matchmaking=匹配 material=物料 maximum=上限,最大 media=媒体 medicine=药品 meeting=会议 " +
    "member=会员,成员 membership=会员 memory=内存,内存泄漏 memory-leak=内存泄漏 menu=菜单 merchant=商家,商户 " +
    "merge=合并 merge-request=mr,合并请求 message=消息 message-queue=消息队列 metadata=元数据 " +
    "meter-reading=抄表 metric=指标 microphone=麦克风 microservice=微服务 middleware=中间件 migrate=迁移 " +
    "migration=迁移 milestone=里程碑 mini-program=小程序 mirror=镜像,同步 mobile=移动端 mock=模拟,打桩 " +
    "modal=弹窗 model=模型 moderation=审核 module=模块 money=金额 monitor=监控 monitoring=监控 " +
    "monolith=单体 monorepo=单体 monthly=每月,月度 movie=电影 mr=merge-request,合并请求 msg=message " +
    "multilingual=多语言 music=音乐 mutex=互斥锁 ",
  n: " naming=命名 navigation=导航 network=网络 news=新闻 nickname=昵称 night=夜间 nightly=每晚,每天 " +
    "node=节点 notification=通知 null-pointer=空指针 nullable=可空 number=号码 ",
  o: " obfuscate=混淆 obfuscation=混淆 object-storage=对象存储 offboard=下线 offline=离线,断网 " +
    "offset=偏移,位点 on-call=值班 onboarding=新人,引导 oncall=值班 online=线上 oom=out-of-memory,内存溢出 " +
    "opening=营业时间 operations=运维 ops=运维 optimization=优化 option=选项 optional=可选 order=订单 " +
    "orientation=横屏 ota=空中升级 outage=事故,宕机 overflow=溢出 overlay=蒙层 overseas=海外,国外 " +
    "overtime=加班 owner=负责人 ",
  p: " package=依赖,包管理,安装包 package-manager=包管理 packaging=打包 padding=内边距 page=页面 " +
    "pagination=分页,翻页 paging=分页,翻页 panel=面板 parallel=并行 parameter=参数 parcel=包裹 parking=停车 " +
    "parse=解析 parser=解析器 partition=分区 password=密码,口令 patch=补丁 path=路径 patient=患者,病人 " +
    "pause=暂停 pay=支付 payment=支付,付款 peak=高峰 perf=performance performance=性能 period=周期 " +
    "permission=权限 pg=postgres pharmacy=药房 phone=手机,电话 phone-number=手机号,电话号码 photo=照片 " +
    "pilot=试点 pinning=固定 pipeline=流水线,管道 pixel=像素 placeholder=占位 plan=计划,方案 platform=平台 " +
    "player=播放器,玩家 playlist=歌单 plugin=插件 podcast=播客 policy=策略 policyholder=投保人 poll=轮询 " +
    "polling=轮询 pool=连接池 popup=弹窗 port=端口 position=位置 postgres=postgresql,pg " +
    "postgresql=postgres postmortem=复盘 pr=pull-request,merge-request precision=精度 " +
    "precompute=预计算 preference=偏好 prefetch=预取 prefix=前缀 preload=预加载 prescription=处方 " +
    "preview=预览 price=价格 primary=主键 primary-key=主键 print=打印 printer=打印机 priority=优先级 " +
    "privacy=隐私 privacy-policy=隐私协议,隐私政策 process=进程,流程 procurement=采购 " +
    "prod=production,生产环境,生产 producer=生产者 product=商品,产品 production=生产环境,线上,prod " +
    "production-line=产线 profile=个人资料,画像 progress=进度 prompt=提示词 proof=校样 property=房产 " +
    "protocol=协议 province=省份 proxy=代理 pull=拉取 pull-request=pr,合并请求 purchase=购买 " +
    "purchase-order=采购单 push=推送 pw=password pwd=password py=python ",
  q: " qr-code=二维码 quality=质量 quantity=数量 quantization=量化 quarter=季度 quarterly=季度 query=查询 " +
    "question=问题 queue=队列 quota=配额,额度 ",
  r: " race-condition=竞态 random=随机 rank=排名 ranking=排行榜,榜单 rate=限流 rate-limit=限流,频率限制 " +
    "rebalance=再均衡 rebuild=重建 recall=召回 receipt=收据,回执 receiver=接收 recommend=推荐 " +
    "recommendation=推荐 reconcile=对账 reconciliation=对账 reconnect=重连 recording=录制,录音 " +
    "recovery=恢复 recruit=招聘 red=红色 red-packet=红包 redirect=重定向,跳转 redis-cache=缓存 " +
    "redundancy=冗余 refactor=重构 refactoring=重构 refresh=刷新 refund=退款 region=地区,区域,地域 " +
    "register=注册 registry=注册中心 regression=回归 release=发布,发版 remind=提醒 reminder=提醒 " +
    "rename=重命名 render=渲染 rendering=渲染 renew=续费,续期,续签 renewal=续费,续期,续签 rent=租金 replica=副本 " +
    "replication=复制,主从 reply=回复 repo=仓库,repository report=报表,报告,上报 report-form=报表 " +
    "reporting=上报 repository=仓库,repo request=请求 required=必填 requirement=需求 " +
    "reservation=预订,预约 reset=重置 resolution=分辨率 resource=资源 response=响应,返回 restart=重启 " +
    "restaurant=餐厅,餐馆 restore=恢复 retention=保留,留存 retention-rate=留存率 retrain=重训 retry=重试 " +
    "return-goods=退货 reuse=复用 revenue=收入,营收 review=评审,审查 reviewer=评审人,review reward=奖励 " +
    "risk=风险 roadmap=路线图 robot=机器人 role=角色 roll-out=灰度,上线 rollback=回滚 rollout=灰度,上线 " +
    "rotate=轮换 rotation=轮换,轮值 round=四舍五入 rounded=圆角 route=路由,路线 router=路由 rule=规则 run=运行 " +
    "runbook=手册,预案 runner=构建机,打包机 ",
  s: " safe=安全 salary=工资 sales=销售 sample=样本,采样 sampling=采样 sandbox=沙盒,沙箱 save=保存 " +
    "scale=扩容,缩放 scan=扫描,扫码 scanner=扫描 schedule=定时任务,排期 scheduler=调度 schema=表结构 school=学校 " +
    "scope=范围 score=评分,得分 screen=屏幕 screen-reader=无障碍,读屏 screenshot=截图 " +
    "screenshot-test=截图测试 script=脚本 scroll=滚动,滑动 search=搜索,检索 secret=密钥 security=安全 " +
    "seed=种子 segment=分段 self-hosted=自建 semantic=语义 semicolon=分号 send=发送 sensor=传感器 " +
    "sensor-data=传感器 serial=串行 serial-number=序列号 serialization=序列化 serialize=序列化 " +
    "server=服务器,服务端 service=服务 session=会话 setting=设置 settlement=结算 shadow=阴影 shard=分片 " +
    "sharding=分库,分表 share=分享,共享 shipping=物流,发货 shop=门店,店铺 shortcut=快捷键 sidebar=侧边栏 " +
    "sign-in=登录 sign-up=注册 signature=签名 signin=登录 signing=签名 signup=注册 silent=静默 " +
    "simulate=模拟 simulator=模拟器 singapore=新加坡 size=大小 skeleton=骨架屏 slider=滑块 " +
    "slow-query=慢查询 smoke-test=冒烟 sms=短信 snapshot=快照 snapshot-test=快照测试 social=社交 " +
    "soft-delete=软删除 software=软件 soil=土壤 song=歌曲 sort=排序 sorting=排序 sound=声音 source=数据源 " +
    "source-code=源码 spaces=空格 spacing=间距 spec=规格 speech=语音 speed=速度 splash=启动页 split=拆分 " +
    "spreadsheet=表格 sprint=迭代 stability=稳定 stack-trace=堆栈 staff=员工 " +
    "staging=预发布,stg,预发,测试环境 stale=过时 standard=标准 startup=启动 state=状态 state-machine=状态机 " +
    "stateless=无状态 status=状态 step=步骤 stg=staging stock=库存 stock-price=股价 storage=存储 " +
    "store=应用商店 stream=流式 streaming=流式 string=字符串,文案 student=学生 stutter=卡顿,掉帧 " +
    "style=样式,规范,风格 submit=提交 subscribe=订阅 subscription=订阅 subtitle=字幕 suffix=后缀 " +
    "sunset=下线 supplier=供应商,供货商 support=客服 swiss=瑞士 switch=开关,切换 switzerland=瑞士 symbol=符号 " +
    "symbol-table=符号表 sync=同步 synchronization=同步 ",
  t: " tab=标签页 table=表名,数据表 tablet=平板 tag=标签 taiwan=台湾 task=任务 tax=税率 teacher=老师,教师 team=团队 " +
    "technical-debt=技术债 temperature=温度 template=模板 tenant=租户,租客 tencent=腾讯云,腾讯 term=术语 " +
    "terminal=终端 test=单元测试,压测,测试 test-case=用例 test-environment=测试环境,测试服 testing=测试 " +
    "theme=主题 third-party=第三方 thread=线程 threshold=阈值 throttle=限流,节流 throttled=限流 " +
    "throttling=限流,节流 throughput=吞吐 throw=抛出 thumbnail=缩略图 ticket=工单 tier=等级 till=收银 " +
    "time=时间 timeout=超时 timer=定时器,计时 timestamp=时间戳 timezone=时区 timing=耗时 todo=待办 token=令牌 " +
    "tokenizer=分词 tooltip=提示框 topic=主题 trace=追踪,链路 tracing=链路追踪 tracking=埋点 traffic=流量 " +
    "train=训练 train-station=车站 training=训练 transaction=事务,交易 transfer=转账,传输 transform=转换 " +
    "translate=翻译 translation=翻译 trigger=触发 truncate=截断 ts=typescript ttl=有效期,过期 " +
    "tutorial=教程 type=类型 typescript=ts typography=字体 tz=timezone ",
  u: " uk=英国 undo=撤销 uninstall=卸载 unit=单位,单元测试 unit-test=单元测试,单测 update=更新 upgrade=升级 " +
    "upload=上传 uppercase=大写 urgent=紧急 url=地址,链接 usa=美国 user=用户 username=用户名 ",
  v: " vacation=休假 valid=有效 validate=校验,验证 validation=校验,验证 variable=变量 vector=向量 " +
    "vehicle=车辆 vendor=供应商,厂商 verification=验证 verification-code=验证码 verify=校验,验证 " +
    "version=版本 version-number=版本号 vibration=振动 video=视频 vip=会员 virtual-machine=虚拟机 " +
    "visibility=可见 visual=视觉 voice=语音 volume=音量 vpn=翻墙 vulnerability=漏洞 ",
  w: " wallet=钱包 warehouse=数据仓库,仓库,仓储 warning=警告,预警 watch=手表 watermark=水印,水位 webhook=回调 " +
    "wechat=微信 weekly=每周,周报 weight=重量,体重 white-screen=白屏 whitelist=白名单 widget=小组件,控件 " +
    "wifi=wi-fi,无线 window=窗口 withdraw=提现 workaround=绕过 workday=工作日 worker=工作线程 " +
    "workflow=工作流,流程 workshop=车间 ",
  x: " xiaomi=小米 ",
  y: " yearly=每年,年度 ",
  z: " zero-downtime=不停机 zip=压缩包 zone=可用区 ",
};

/** Another name of a word, most often in the other language, and the word of the text that it stands for. */
export interface Counterpart {
  readonly word: string;
  readonly of: string;
}

/**
 * Other names of the words of a text, each once.
 *
 * @param surfaces its words in lower case, as typed
 * @param pairs of them, as names of two words are written here
 * @param runs its runs of Chinese characters
 */
export function counterparts(
  surfaces: readonly string[],
  pairs: readonly string[],
  runs: readonly string[],
): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = (word: string, of: string) => void (found.has(word) || found.set(word, { word, of }));
  for (const word of new Set(surfaces)) {
    // A stop word has no counterpart, and half of what people type is stop words.
    for (const form of isStopWord(word) ? [] : plainForms(word)) {
      for (const other of othersOf(form)) add(other, word);
    }
  }
  for (const pair of pairs) for (const other of othersOf(pair)) add(other, pair);
  const all = runs.length === 0 ? "" : Object.values(SAME).join("");
  for (const run of runs) {
    pairsOf(run).forEach((pair, place) => {
      for (const { word, english } of beginningWith(pair, all)) if (run.startsWith(word, place)) add(english, word);
    });
  }
  return [...found.values()];
}

function othersOf(word: string): string[] {
  const words = SAME[word.charAt(0)] ?? "";
  const at = words.indexOf(` ${word}=`);
  if (at === -1) return [];
  const start = at + word.length + 2;
  return words.slice(start, words.indexOf(" ", start)).split(",");
}

/** The Chinese words of the list that begin with these two characters. */
function beginningWith(pair: string, all: string): { word: string; english: string }[] {
  const found: { word: string; english: string }[] = [];
  for (let at = all.indexOf(pair); at !== -1; at = all.indexOf(pair, at + 1)) {
    if (all[at - 1] !== "=" && all[at - 1] !== ",") continue;
    const entry = all.lastIndexOf(" ", at) + 1;
    const end = all.slice(at, all.indexOf(" ", at)).split(",", 1)[0] ?? "";
    found.push({ word: end, english: all.slice(entry, all.indexOf("=", entry)) });
  }
  return found;
}
