/**
 * The words of glossary.ts from A to L, which tells how they are written. Data only; a file for each half of the
 * alphabet, because one would be too long.
 *
 * @module
 */

/** The first half. */
export const A_TO_L = `
  2fa=双因素,两步验证,二次验证
  a11y=accessibility ab-test=实验 ab-testing=实验 abbreviate=缩写 abbreviation=缩写 abnormal=异常 abstract-class=抽象类 abstraction=抽象 abuse=滥用
  accelerate=加速 acceleration=加速,加速度 accelerometer=加速度,加速度计 acceptance=验收 acceptance-criteria=验收标准 acceptance-form=验收单
  acceptance-test=用户验收 acceptance-testing=用户验收 access-control=访问控制 access-log=访问日志 access-token=访问令牌 accessibility=无障碍,a11y
  accidental=误操作,误触 accidentally=误删 accordion=折叠面板,折叠 account=账号,账户,帐号 account-deletion=注销,账号注销 account-manager=客户经理
  accounting=会计,记账,核算 accrual=计提,权责发生 accumulate=累计,累加 accuracy=精度,准确率 achievement=成就 action-item=行动项 activate=激活
  activation=激活 active-active=双活,多活 active-passive=主备,热备 active-standby=主备,热备 active-user=活跃用户 activity=活动 actuator=执行器 ad=广告
  ad-hoc-query=即席查询,临时查询 ad-slot=广告位 adapter=适配器 adaptive=自适应 address=地址,住址 address-book=通讯录 admin=管理员 administrator=管理员
  adr=决策记录 advance-payment=预付款 adverse-reaction=不良反应 advertisement=广告 advertiser=广告主 advertising=广告 affected-user=受影响用户
  affiliate=分销 aftersales=售后 age=年龄 agenda=议程 agent=智能体 aggregate=聚合,汇总 aggregate-root=聚合根 aggregation=聚合 agriculture=农业
  air-conditioner=空调 air-conditioning=空调 air-ticket=机票 aircraft=飞机 airplane-mode=飞行模式 airport=机场 alarm=报警,闹钟,警报 album=相册,图库
  alert=告警,报警 alert-fatigue=告警风暴,告警疲劳 alert-storm=告警疲劳 algorithm=算法 alias=别名 align=对齐 alignment=对齐 alipay=支付宝 aliyun=阿里云
  allergic=过敏 allergy=过敏 allocate=分配 allocation=分摊 allowance=补贴,津贴 allowlist=白名单 altitude=海拔 amap=高德 ambulance=救护车 aml=反洗钱
  amortization=摊销 amortize=摊销 amount=金额 amplitude=振幅 analysis=分析 analyst=分析师 analytics=统计 anchor=锚点 anchorage=锚地 android=安卓
  anesthesia=麻醉 angle=角度 animal=动物 animation=动画 anniversary=周年,纪念日 annotation=标注,注解 annotator=标注员,标注 announcement=公告
  annual=年度 annual-leave=年假 anomaly=异常检测 anonymization=匿名化,脱敏 anonymize=脱敏,匿名化 anonymous=匿名 anr=无响应 answer=回答 antenna=天线
  anti-addiction=防沉迷 anti-bot=人机验证,反爬 anti-cheat=反作弊,反外挂 anti-crawler=反爬 anti-fraud=反欺诈 anti-money-laundering=反洗钱
  antivirus=杀毒 aop=切面 aperture=光圈 api=接口 api-doc=接口文档 app=application app-icon=应用图标 app-review=提审 app-size=包体积,包大小
  app-store=应用商店 append=追加 appendix=附录 apple=苹果 applicant=申请人,申请者 application=app application-form=申请表,申请单 application-id=包名
  appointment=预约 appraisal=绩效,考核 approval=审批,批准,review approval-flow=审批流,审批流程 approval-process=审批流 approval-workflow=审批流
  approve=审批,批准 approver=审批人 arbitration=仲裁 architect=架构师 architecture=架构 archive=归档 area-code=区号 arg=argument argument=arg
  array=数组 arrears=欠费,欠款 arrival=到达 arrow-function=箭头函数 article=文章 artifact=制品,产物 artifact-repository=制品库 artist=歌手,艺人
  ascending=升序 aspect-ratio=宽高比 asr=语音识别 assembly-line=流水线,装配线 assert=断言 assertion=断言 asset=资产,素材 asset-bundle=资源包
  assign=指派,经办人,分配 assignee=指派,经办人 asterisk=星号 asymmetric=非对称,非对称加密 async=异步 asynchronous=异步 attachment=附件 attack=攻击
  attendance=考勤,出勤 attention=注意力 attorney=律师 attribute=属性 attribution=归因 auction=拍卖 audience=观众 audio=音频 audio-guide=语音导览,导览
  audio-quality=音质 audiobook=有声书 audit=审计 audit-log=操作日志 audit-trail=审计日志,操作日志 auditor=审计
  auth=鉴权,authentication,authorization,authn,authz authenticate=认证,鉴权 authentication=认证,鉴权,authn authn=auth,authentication author=作者
  authorization=授权,authz authorize=授权 authz=auth,authorization auto-complete=自动补全 auto-debit=代扣,自动扣款 auto-fill=自动填充
  auto-increment=自增 auto-logout=掉线 auto-renewal=自动续费 auto-retry=自动重试 auto-save=自动保存 autocomplete=补全 autofill=自动填充
  automated-test=自动化测试 automated-testing=自动化测试 automatic=自动 automation=自动化 autonomous-driving=自动驾驶 autosave=自动保存
  autoscale=扩容,自动扩容,弹性伸缩 autoscaling=扩容,弹性 availability=可用性 avalanche=雪崩,缓存雪崩 avatar=头像 average=平均
  back-button=返回键,返回按钮 back-pressure=背压,反压 back-to-source=回源 backend=后端 backfill=回填,补数 backfilling=补数据 background=后台,背景
  background-image=背景图 background-mode=后台刷新,后台运行 background-refresh=后台运行 background-task=后台任务 backlog=积压 backoff=退避
  backpack=背包 backpressure=背压,反压 backslash=反斜杠 backup=备份 backward-compatibility=向后兼容,向下兼容 backward-compatible=向后兼容,向下兼容
  badge=角标,徽章,工牌,勋章 baggage=行李 baidu=百度 balance=余额 balance-sheet=资产负债表 balancer=负载均衡 ban=封号,封禁 bandwidth=带宽 bank=银行
  bank-card=银行卡,储蓄卡 bank-statement=对账单,银行流水 banner=横幅 barcode=条码,条形码 bare-metal=物理机,裸机 base-class=父类,基类
  base-image=基础镜像 base-model=基座,基座模型 baseline=基线 bastion=堡垒机,跳板机 batch=批量,批次,批处理 batch-insert=批量写入 batch-job=跑批,批任务
  batch-number=批号,批次号 batch-size=批大小 battery=电池,电量,蓄电池 battery-drain=耗电,功耗 battery-life=续航 battery-pack=电池包
  battle-pass=通行证,战令 bearer=令牌 bearing=方位,轴承 bed=床位,病床 beginner-guide=新手引导 behavior-tree=行为树 benchmark=基准 beneficiary=受益人
  berth=泊位 best-practice=最佳实践 beta=内测 bias=偏差 bibliography=参考文献 bicycle=单车 bid=出价 bidding=招标,竞价 big-integer=大整数 bike=自行车
  bike-sharing=共享单车 bill=账单 bill-of-material=物料清单 billing=账单,计费 binary=二进制 binary-search=二分查找,二分 binary-tree=二叉树 bind=绑定
  binlog=主从 biometric=指纹 birthday=生日 bit=比特 bit-rate=码率 bitrate=码率 bitwise=位运算 biweekly=双周 black-box=黑盒 black-screen=黑屏
  blacklist=黑名单 blank=空白 blank-line=空行 blank-screen=白屏 block=屏蔽,拉黑 blockchain=区块链 blocked=阻塞 blocker=阻塞 blocking=阻塞
  blocklist=黑名单 blood-pressure=血压 blood-sugar=血糖 bloom-filter=布隆过滤器 blue=蓝色 blue-green=蓝绿 blueprint=图纸 bluetooth=蓝牙 blurry=模糊
  board=看板 board-game=桌游 boarding-gate=登机口 boarding-pass=登机牌 boilerplate=脚手架,模板代码 bold=加粗,粗体 bom=物料清单 bond=债券 bone=骨骼
  bonus=奖金,年终奖 book=图书,书籍 booking=预约,预订 bookkeeping=记账 boot=开机 bootloader=引导程序,引导 border=边框,边界,边境 borrow=借阅,借用
  borrower=借款人 bot=机器人 bot-detection=人机验证,反爬 bottleneck=瓶颈 bottom-sheet=底部弹窗,半屏 bounce-rate=跳出率 boundary=边界
  bounded-context=限界上下文 brace=花括号,大括号 bracket=括号 brake=刹车,制动 branch=分支 branch-name=分支名 branch-office=分公司
  branch-protection=分支保护,保护分支 branch-strategy=分支策略 branching=分支策略 brand=品牌 brand-color=主色,主题色 breach=违约,泄露
  breadcrumb=面包屑 breaker=熔断 breaking-change=破坏性变更,不兼容 breakpoint=断点 breed=品种 brightness=亮度 broadcast=广播 broadcaster=主播
  broker=消息队列 brokerage=券商 browser=浏览器 brute-force=暴力破解,撞库 btn=button bubbling=冒泡 bucket=存储桶 budget=预算,经费 buffer=缓冲 bug=缺陷
  bugfix=修复 build=构建,编译 build-agent=构建机 build-failed=构建失败,编译失败 build-machine=构建机 build-number=构建号 build-time=构建耗时
  building=楼栋,建筑 bulk-delete=批量删除 bulk-export=批量导出 bulk-import=批量导入 bulk-insert=批量插入,批量写入 bullet-comment=弹幕
  bundle=打包,套装,捆绑 bundle-id=包名 bundle-size=包体积,包大小 bundler=打包工具,打包器 bus=总线 bus-stop=公交站 business-day=工作日
  business-license=营业执照 business-line=业务线 business-logic=业务逻辑 business-side=业务方 business-trip=出差 button=按钮,btn buyer=买家
  buzzer=蜂鸣器 bypass=绕过,绕开
  cache=缓存 cache-breakdown=缓存击穿,击穿 cache-hit=命中率,缓存命中 cache-miss=未命中 cache-penetration=缓存穿透,穿透 cache-preheat=缓存预热,预热
  cache-warming=缓存预热,预热 calculate=计算 calculation=计算 calendar=日历 caliber=口径 calibrate=校准 calibration=校准 call-center=呼叫中心
  call-chain=调用链 call-stack=调用栈 callback=回调 caller=调用方 calorie=卡路里,热量 camel-case=驼峰 camelcase=驼峰 camera=摄像头,相机
  camera-shake=防抖 campaign=活动 campus=校区,校园 canary=灰度 canary-deployment=灰度发布,金丝雀 canary-release=金丝雀 cancel=取消 cancellation=取消
  candidate=候选人 candlestick=蜡烛图 canvas=画布 capacity=容量 capitalization=首字母大写 capitalize=首字母大写 captain=船长 captcha=验证码 car=汽车
  car-insurance=车险 card=卡片 caregiver=护工,看护 cargo=货物 carousel=轮播,轮播图 carpool=拼车,顺风车 carriage-return=回车 carrier=承运商,运营商
  cart=购物车 cascade=级联 case-insensitive=忽略大小写,不区分大小写 case-number=案号 case-sensitive=大小写敏感,区分大小写 cash=现金 cash-flow=现金流
  cash-register=收银机 cashier=收银,收银员 catalog=目录,图录 catalogue=目录,图录 category=分类 cdc=变更捕获,变更数据 cdn=内容分发 cell=单元格
  cellular=蜂窝 center-align=居中 centered=居中 cert=certificate certificate=证书,cert certificate-pinning=证书锁定 cfg=config chain-of-thought=思维链
  chain-store=连锁,连锁店 change-data-capture=变更捕获,变更数据 change-management=变更,变更管理 change-request=变更,变更管理 change-window=变更窗口
  changelog=更新日志 channel=渠道,通道 channel-package=渠道包 chapter=章节 character=字符 charge=扣款,充电 chargeback=拒付 charger=充电器
  charging=充电 charging-station=充电桩 charity=公益,慈善 charset=字符集,编码 chart=图表 chat=聊天 chat-history=聊天记录 chat-room=聊天室
  chatbot=机器人 chatroom=聊天室 cheap=便宜 cheat=作弊,外挂 cheater=作弊,外挂 check-in=签到,打卡 check-out=退房 checkbox=复选框 checked=勾选
  checkin=入住,签到 checklist=检查清单,清单 checkout=收银,迁出 checkpoint=检查点 checksum=校验和 checkup=体检 chef=厨师 chemical=化学品
  cherry-pick=摘取,拣选 cherrypick=摘取,拣选 chess=象棋,棋类 child=儿童,孩子 child-process=子进程 china=中国,国内 chinese=中文 chinese-new-year=春节
  chip=芯片 choose=选择 chronic=慢性,慢病 chunk=分片,分块 churn=流失,流失率 cinema=影院,电影院 ciphertext=密文 circuit=电路板,电路
  circuit-breaker=断路器 circuit-breaking=熔断 circular-dependency=循环依赖,循环引用 circular-reference=循环依赖,循环引用 citation=引用,引文
  cite=引用,引文 city=城市 claim=理赔,索赔 class-name=类名 class-schedule=课表,课程表 classification=分类器,分类 classifier=分类器,分类 classname=类名
  classroom=教室 cleaning=清洗 cleanup=清理 clearing=清算 cli=命令行 click=点击 click-through=点击率 clickjacking=点击劫持 client=客户端
  client-side-rendering=客户端渲染 clinic=诊所,门诊 clinical-trial=临床试验 clip=剪辑 clipboard=剪贴板 clock=时钟 clock-in=打卡 clone=克隆
  cloud=云上,云端 cloud-disk=云盘 cloud-function=云函数 cloud-native=云原生 cloud-provider=云厂商,云服务商 cloud-server=云服务器,云主机
  cloud-storage=云存储 cloud-vendor=云厂商,云服务商 club=俱乐部 cluster=集群 clustered-index=聚簇索引 clustering=聚类 cny=人民币 code=错误码
  code-convention=编码规范,代码规范 code-coverage=测试覆盖率 code-freeze=封版 code-generation=代码生成 code-generator=代码生成 code-owner=代码负责人
  code-review=代码评审 code-smell=坏味道 code-splitting=代码分割,分包 code-style=代码风格,代码规范 codec=编解码 codegen=代码生成
  coding-convention=编码规范 coding-standard=编码规范 coding-style=代码风格,代码规范 coffee=咖啡 cohesion=内聚 coin=金币 cold-chain=冷链
  cold-data=冷数据 cold-start=冷启动 cold-storage=冷存储 collaborative-filtering=协同过滤 collapse=折叠面板,折叠 collapsible=折叠面板,折叠 collar=项圈
  collateral=抵押,抵押物 colleague=同事 collect=采集 collection=集合 collector=采集 collision=碰撞 collision-detection=碰撞检测 color=颜色,色值
  color-blind=色盲 color-picker=取色器 colour=颜色,色值 column-name=列名,字段名 column-store=列存,列式 column-width=列宽 columnar=列存,列式
  combobox=下拉框 comic=漫画 comma=逗号 command=命令 command-line=命令行 comment=注释,评论 comment-section=评论区 commission=佣金,抽成 commit=提交
  commit-history=提交记录 commit-message=提交信息,提交说明 community=社区,社群 compaction=合并 company=公司 compass=指南针 compatibility=兼容
  compatibility-test=兼容性测试 compatible=兼容 compensate=赔偿,补偿 compensation=补偿 competitor=竞品,竞争对手 compilation-error=编译错误,编译报错
  compile=编译 compiler=编译器 complain=投诉 complaint=投诉 complexity=复杂度 compliance=合规 component=组件 component-library=组件库 composer=作曲
  composite-index=联合索引,复合索引 compound-index=联合索引,复合索引 compress=压缩 compression=压缩 compression-ratio=压缩比,压缩率 compromise=折中
  computer-vision=计算机视觉 concat=拼接 concatenate=拼接 concatenation=拼接 concert=演唱会,音乐会 concurrency=并发 concurrent=并发 conf=config
  confidential=机密,保密 confidentiality=保密,保密协议 config=配置,configuration,cfg,conf config-center=配置中心 config-file=配置文件
  configuration=配置,config configuration-center=配置中心 configuration-file=配置文件 confirm=确认 confirm-receipt=确认收货
  confirmation-dialog=确认弹窗 conflict=冲突 confusion-matrix=混淆矩阵 congestion=拥塞,拥堵 connect=连接 connection=连接
  connection-count=连接数,最大连接数 connection-refused=拒绝连接 connection-string=连接串 consensus=共识 consent=同意 consignee=收件人,收货人
  consistency=一致性 consistent=一致性 console=控制台 consolidate=整合,合并 constant=常量 constraint=约束 construction=施工,工程 constructor=构造函数
  consume=消费 consumer=消费者 consumer-group=消费组 consumption=消费 contact=联系人 contact-person=对接人 contacts=通讯录 container=容器
  container-registry=镜像仓库 containerization=容器化 containerize=容器化 content-moderation=内容审核 content-review=内容审核 context=上下文
  context-length=上下文窗口 context-menu=右键菜单,右键 contingency-plan=预案,应急预案 continuous-delivery=持续交付,持续部署
  continuous-deployment=持续交付,持续部署 continuous-integration=持续集成 contract=合同,契约 contract-test=契约测试 contractor=承包商 contrast=对比度
  control-group=对照组 control-plane=控制面,控制平面 controller=手柄,控制器 convention=规范,约定 converge=收敛 convergence=收敛 conversion=转化率
  convert=转换 cooldown=冷却,冷却时间 coordinate=坐标 coordinate-system=坐标系 copyright=版权,著作权 copywriting=文案 core-dump=转储,核心转储
  corner-case=边界情况,极端情况 coroutine=协程 correction=纠正,修正 corrupt=损坏,坏数据 corruption=损坏,坏数据 cors=跨域 cosine=余弦 cosmetics=化妆品
  cost=成本,费用 cost-optimization=降本 cost-saving=降本,成本优化 count=计数 countdown=倒计时 counter=计数器 countersign=会签 country=国家 county=区县
  coupled=耦合 coupling=耦合 coupon=优惠券 courier=快递 course=课程 courseware=课件 court=法院 cover=封面 coverage=覆盖率 covered=遮挡,挡住
  covering-index=覆盖索引 coworker=同事 crash=崩溃,闪退 crash-log=崩溃报告 crash-loop=反复重启,循环重启 crash-rate=崩溃率 crash-report=崩溃日志
  crashloop=反复重启,循环重启 crawler=爬虫 credential=凭证,凭据 credential-stuffing=撞库 credit=积分 credit-card=信用卡 credit-limit=授信,信用额度
  credit-line=信用额度 credit-score=信用分,征信 creditor=债权 creds=credential crew=船员,机组 crit=暴击 critical-hit=暴击 crm=客户管理,客户关系
  cron=定时任务 cronjob=定时任务 crop=裁剪,农作物,作物 crop-yield=产量 cross-border=跨境,出境 cross-browser=浏览器兼容 cross-department=跨部门,跨团队
  cross-origin=跨域 cross-platform=跨平台,跨端 cross-sell=交叉销售 cross-site=跨站 cross-team=跨部门,跨团队 cross-validation=交叉验证 csr=客户端渲染
  csrf=跨站请求伪造,跨站 ctr=点击率 cumulative=累计,累加 curator=策展人 currency=货币,币种 curriculum=课程体系 curriculum-vitae=简历 cursor=分页,游标
  curve=曲线 customer=客户 customer-review=评价,商品评价 customer-service=客服 customs=海关,清关,报关 cutover=切换 cycle-time=节拍
  cyclic-dependency=循环依赖,循环引用 cycling=骑行
  daemon=守护进程,常驻 daily=每天,每日 daily-active=日活 daily-report=日报 damage=伤害,损坏 danmaku=弹幕 dark=深色,暗色
  dark-mode=深色模式,暗黑模式,夜间模式 dash=短横线,连字符 dashboard=面板,看板,仪表盘 data-annotation=数据标注 data-augmentation=数据增强
  data-binding=数据绑定 data-breach=数据泄露 data-catalog=数据目录,数据地图 data-center=机房,数据中心 data-cleaning=数据清洗
  data-cleansing=数据清洗,清洗 data-collection=数据采集 data-consistency=数据一致性 data-dictionary=数据字典 data-governance=数据治理
  data-labeling=数据标注 data-lake=数据湖 data-leak=数据泄露 data-lineage=数据血缘 data-loss=数据丢失,丢数据 data-mart=数据集市
  data-migration=数据迁移 data-model=数据模型,数据建模 data-modeling=数据模型,数据建模 data-permission=数据权限 data-pipeline=数据管道,数据流水线
  data-plane=数据面 data-platform=数据平台,数据中台 data-quality=数据质量 data-recovery=数据恢复 data-retention=数据保留 data-sync=数据同步
  data-synchronization=数据同步 data-warehouse=数仓,数据仓库 database=数据库,db datacenter=机房,数据中心 dataset=数据集 date=日期 date-picker=日期选择
  date-range=时间范围 datepicker=日期选择器,日期选择 dating=相亲,交友 dau=日活 daylight=夏令时 db=database,数据库 ddd=领域驱动 deactivate=停用,注销
  deactivation=停用,注销 dead-code=死代码,无用代码 dead-letter=死信 dead-letter-queue=死信队列 dead-loop=死循环 deadline=截止 deadlock=死锁 debit=借方
  debit-card=银行卡,储蓄卡 debounce=防抖 debt=债务,负债 debuff=减益 debug=调试 debugger=调试器 decimal=小数,十进制 decision=决定,决策
  decision-record=决策记录 decision-tree=决策树 decommission=下线 decompile=反编译,逆向 decompress=解压 decorator=装饰器 decouple=解耦 decrypt=解密
  dedicated-line=专线 deduct=扣除,抵扣,扣减 deduction=扣除,抵扣,扣减 dedupe=去重 deduplicate=去重 deduplication=去重 deep-copy=深拷贝
  deep-learning=深度学习 deep-link=深链,唤起 deeplink=深链,唤起,深度链接 default=默认 default-password=初始密码 default-value=默认值 defect=缺陷
  defective=不良品,次品 defendant=被告 degradation=降级 degrade=降级 delay=延迟 delay-queue=延时队列 delayed-delivery=延期 delayed-queue=延时队列
  delayed-task=延迟队列,延时队列 delegate=委托 delete=删除 deletion=删除 delimiter=分隔符 delist=下架 deliver=交付 deliverable=交付物
  delivery=投递,配送,交付 delivery-address=收货地址 delivery-date=交期 delivery-fee=运费 delivery-note=送货单,发货单 delivery-time=送达时间 demo=演示
  denoise=降噪 density=密度 dental=牙科,牙医 dentist=牙科,牙医 deny=拒绝 department=部门 departure=出发,出发地 dependency=依赖,dep
  dependency-upgrade=升级依赖 deploy=部署 deploy-window=发布窗口,上线窗口 deployment=部署 deposit=押金 deprecate=废弃,弃用 deprecated=废弃,弃用
  depreciation=折旧 deps=dependency,依赖 depth=深度 deregister=注销 descending=降序 desensitization=脱敏,打码 deserialization=反序列化
  deserialize=反序列化 design=设计 design-draft=设计稿 design-guideline=设计规范 design-pattern=设计模式 design-review=技术评审,方案评审
  design-spec=设计规范 design-system=设计系统,设计规范 designer=设计师 desktop=桌面 destination=目的地 destructuring=解构 detail=详情
  detail-table=明细表 detour=绕路,绕行 dev=development dev-environment=开发环境 developer=开发者,开发人员 development=dev development-board=开发板
  development-environment=开发环境 deviation=偏差 device=设备,机型 device-shadow=设备影子 device-token=推送令牌 diagnose=诊断,排查 diagnosis=诊断
  diagram=架构图 dialog=弹窗,对话框 dialogue=对话,对白 diameter=直径 diamond=钻石 dictionary=字典 diet=饮食 diff=差异,对比 digital-currency=数字货币
  digital-human=数字人 digital-signature=数字签名,电子签名 dimension=维度 dimension-table=维表,维度表 dine-in=堂食 dingtalk=钉钉 dining-table=桌台
  dir=directory direct-debit=代扣,自动扣款 direct-message=私信,私聊 direction=方向,航向 directory=目录,dir dirty=脏数据 dirty-read=脏读
  disable=禁用,停用 disappear=消失,不见 disaster=容灾,灾备 disconnect=断连,断开,断线 discount=折扣 discount-price=折扣价,优惠价 discrepancy=差异,差额
  dish=菜品 disk=磁盘,硬盘 disk-full=磁盘满,写满 disk-space=磁盘空间 dispatch=派单,调度 dispatcher=调度员 dispensing=发药,配药 dispute=纠纷,争议
  distance=距离 distill=蒸馏 distillation=蒸馏 distorted=变形 distributed=分布式 distributed-lock=分布式锁 distributed-tracing=全链路
  district=区县,地区 divider=分割线 dlq=死信队列 dm=私信,私聊 dns=域名解析 doc-comment=文档注释 dock=码头,停靠 dockerize=容器化
  docs=文档,documentation docstring=文档注释 doctor=医生 doctor-advice=医嘱 document=文档 documentation=文档,docs dogfooding=内测 dollar=美元
  domain=域名 domain-driven=领域驱动 domain-model=领域模型 donate=捐赠,捐款 donation=捐赠,捐款 donor=捐赠人 door-lock=门锁,智能锁 dosage=剂量
  dose=剂量 double-charge=重复扣款 double-check=复核,二次确认 double-click=双击 double-eleven=双十一 double-quote=双引号 double-write=双写 douyin=抖音
  down-payment=首付,定金 downgrade=降级,回退 download=下载 download-failed=下载失败 downstream=下游 downtime=停机,宕机 draft=草稿 draft-box=草稿箱
  drag=拖拽 drag-drop=拖放 draggable=拖拽,拖放 drain=排空 draught=吃水 draw-call=绘制调用,批次 drawer=抽屉 drawing=图纸 drift=漂移 drill=演练,演习
  drill-down=下钻,钻取 driver=驱动,司机,驾驶员 driver-license=驾照 drone=无人机 drop-rate=掉落率 dropdown=下拉框,下拉菜单 dropped-frame=掉帧,丢帧
  drug=药品 dto=传输对象 dual-write=双写 due-date=截止日期,截止时间 duplicate=重复 duplicate-code=重复代码 duplicate-message=重复消费
  duplicated-code=重复代码 duration=时长 dynamic-import=动态导入,动态加载 dynamic-island=灵动岛 dynamic-programming=动态规划 dynamic-type=动态类型
  e-book=电子书 e-commerce=电商 e-signature=电子签,电子签名 e2e=端到端 early-access=抢先体验 early-morning=凌晨 early-return=提前返回
  early-stopping=早停 earphone=耳机 earthquake=地震 easing=缓动 ebook=电子书 ec2=云服务器 echo-cancellation=回声消除 ecommerce=电商 edge=边缘
  edge-case=边界情况,极端情况 edit=编辑 editor=编辑,编辑器 education-background=学历 effort=工作量,工时 ehr=电子病历 elastic=弹性 elderly=老人,老年人
  election=投票 electric-vehicle=电动车,新能源 electricity=电力 electronic-medical=电子病历 electronic-signature=电子签,电子签名 elevation=海拔
  elevator=电梯 ellipsis=省略号,文字溢出 elt=抽取,数据抽取 email=邮件,邮箱 embed=嵌入,内嵌 embedded=嵌入式 embedding=向量 emergency=紧急
  emergency-plan=预案,应急预案 emission=排放,碳排放 emit=触发 emoji=表情 emoticon=表情包,贴纸 employee=员工 employee-id=工号 employee-number=工号
  empty-state=空状态,空页面 emr=电子病历 emulator=模拟器 enable=启用 encapsulate=封装 encapsulation=封装 encoding=编码 encrypt=加密 encryption=加密
  end-date=结束日期,截止日期 end-time=结束时间 end-to-end=端到端 endless-loop=死循环 endpoint=接口 energy=能源 energy-consumption=能耗
  energy-storage=储能 engine=引擎,发动机 engineer=工程师 english=英语,英文 enlarge=放大,缩放 enroll=报名,选课 enrollment=报名,选课 enrolment=报名,选课
  entity=实体 entry=入口 enum=枚举 env=environment,环境变量 environment=环境变量,环境,env environmental-protection=环保 epidemic=疫情 episode=单集
  epoch=轮次,训练轮数 equipment=装备 error=错误,错误码,报错 error-code=错误码 error-handling=错误处理,异常处理 error-message=错误信息,报错信息
  error-page=错误页 error-rate=错误率 escape=转义 estimate=估算,预估,估时,评估 estimation=估时,评估 eta=预计到达 etl=抽取,数据抽取 eur=欧元 euro=欧元
  europe=欧洲 eval=评测,评估 eval-set=评测集,评估集 evaluate=评估 evaluation=评测,评估 evaluation-set=评测集,评估集 evening=晚上,傍晚 event=事件
  event-driven=事件驱动 event-sourcing=事件溯源 eventual-consistency=最终一致性,最终一致 evict=淘汰,驱逐 eviction=淘汰,驱逐 evidence=证据 exact=精确
  exactly-once=精确一次,恰好一次 exam=考试 exam-paper=试卷 exceed=超出,超过 exceeded=超出,超过 exception=异常 exchange=兑换 exchange-rate=汇率
  execution-plan=执行计划 exhibit=展品 exhibition=展览,展会 existing-user=老用户 expand=展开 expense=费用 expense-claim=报销 expensive=昂贵,太贵
  experience-point=经验值 experiment=实验,试验 experiment-group=实验组 expiration=过期,到期 expiration-time=有效期 expire=过期,到期 expired=过期,到期
  expiry=有效期,过期 explain-plan=执行计划 exponential-backoff=指数退避 export=导出 export-failed=导出失败 expose=暴露 exposure=曝光 expression=表达式
  extensibility=扩展性 extensible=扩展性 extension=扩展,插件 extract=提取,抽取,抽离 extraction=抽取 extranet=外网,公网 extrapolate=外推
  fab=悬浮按钮,浮窗 fabric=面料,布料 facade=门面,外观模式 face-id=人脸识别,刷脸 face-recognition=人脸识别,刷脸 facial-recognition=人脸识别,刷脸
  fact-table=事实表 factory=工厂 failover=故障转移,主备 failure=故障,失败 failure-rate=失败率 fake-order=刷单 fallback=兜底,降级
  fallback-plan=备选方案 false-alarm=误报 false-negative=漏报 false-positive=误报 family=家庭 fan-out=扇出 farm=农场 fast-forward=快进
  fault-injection=故障注入 fault-tolerance=容错 fault-tolerant=容错 favicon=网站图标 favorite=收藏 favorites=收藏夹,心愿单 fcp=首次绘制
  feasibility=可行性 feature=特征 feature-branch=特性分支,功能分支 feature-engineering=特征工程 feature-flag=开关,功能开关,特性开关
  feature-importance=特征重要性 feature-toggle=功能开关,特性开关 federated-learning=联邦学习 fee=手续费 feed=信息流,动态 feedback=反馈 feishu=飞书
  fertilizer=施肥,肥料 few-shot=少样本 field=字段 file-name=文件名 file-system=文件系统 filename=文件名 filesystem=文件系统 filing=备案
  filter=过滤,筛选 filter-chain=过滤器 finance=财务,金融 financial=财务,金融 financial-report=财报 financial-statement=财报,财务报表 fine=罚款
  fine-tune=微调 fine-tuning=微调 finetune=微调 fingerprint=指纹 finished-product=成品 finite-state-machine=状态机 fire=火灾,消防 firewall=防火墙
  firmware=固件 firmware-update=固件升级 first-contentful-paint=首次绘制,首屏 first-recharge=首充 first-screen=首屏 fiscal-year=财年,财政年度
  fitness=健身 fix=修复 fixed-asset=固定资产 fixed-header=固定表头 fixed-ip=固定地址 fixture=测试夹具 flaky=不稳定,偶发,偶现 flame-graph=火焰图
  flash-memory=闪存 flash-sale=秒杀,抢购 flashcard=单词卡 flashing=闪烁 flashlight=手电筒,闪光灯 fleet=车队 flex=弹性布局 flexbox=弹性布局
  flexible-hour=弹性工作 flicker=闪烁 flickering=闪屏 flight=航班 flight-mode=飞行模式 float=浮点 floating=悬浮 floating-button=浮窗
  floating-point=浮点数 floating-window=悬浮窗 flood=洪水,洪涝 floor=楼层 flower-shop=花店 fluctuate=波动 fluctuation=波动 flush=刷盘 focus=焦点,聚焦
  fold=收起,折叠 foldable=折叠屏 folder=目录,文件夹 follow=关注 follow-up=随访,复诊 follower=从节点,跟随者,粉丝 font=字体 font-scaling=大字体,大字号
  font-size=字号 font-weight=字重 footer=页脚 footnote=脚注 forbidden=禁止访问,没权限,无权限 force-logout=踢下线,踢出 force-push=强推,强制推送
  force-update=强制更新,强制升级 forced-update=强制更新,强制升级 forecast=预测 foreground=前台 foreign=外键 foreign-exchange=外汇 foreign-key=外键
  forest=森林,林业 forex=外汇 forgot-password=忘记密码,找回密码 fork=分叉 form=表单 format=格式 formatter=format formatting=格式化 formula=公式
  fortnight=双周 forum=论坛 forward-compatible=向前兼容 forward-proxy=正向代理 forwarding=转发,端口转发 fouc=闪屏,闪一下
  foundation-model=基座,基座模型 fps=帧率 frame-drop=掉帧,丢帧 frame-rate=帧率 frame-sync=帧同步 framework=框架 france=法国 franchise=加盟 fraud=风控
  fraud-detection=反欺诈 free-shipping=包邮,免运费 freeze=冻结,封板 freight=运费 french=法语 frequency=频率,频次 freshness=时效 friend=好友
  friend-request=好友申请 frontend=前端 fuel=燃油,燃料 full-backup=全量备份,全备 full-reduction=满减 full-refresh=全量刷新 full-release=全量发布,全量
  full-rollout=全量发布,全量 full-screen=全屏 full-sync=全量同步,全量 full-table-scan=全表扫描 full-text=全文检索 full-text-search=全文检索,全文搜索
  full-width=全角 fullscreen=全屏 fulltext=全文检索 func=function function=函数,func function-calling=工具调用,函数调用 function-name=函数名
  functional-test=功能测试 functional-testing=功能测试 fund=基金,资金 funnel=漏斗 furniture=家具 futures=期货 fuzz=模糊测试 fx=外汇
  gacha=抽卡 gallery=相册,图库,展厅 game=游戏 game-balance=数值,平衡性 game-save=存档 gamepad=手柄,控制器 gantt=甘特图 gaode=高德 garage=车库
  garbage=垃圾 garbage-collection=垃圾回收 garbled=乱码 gas-station=加油,加油站 gateway=网关 gc=垃圾回收 gcp=google gender=性别 gene=基因
  general-ledger=总账 generate=生成 generic=泛型 generics=泛型 genome=基因组 geocode=地理编码 geofence=地理围栏,电子围栏 german=德语 germany=德国
  gesture=手势 gift=礼品 gift-card=礼品卡 gift-pack=礼包 gift-package=礼包 git-hook=提交钩子 global-state=全局状态 global-variable=全局变量
  glossary=术语,词汇表,术语表 glucose=血糖 gmv=成交额,交易额 go-live=上线 goal=进球 golang=go golden-file=基准文件 goods=货物,商品 google=谷歌
  goroutine=协程 government=政府,政务 gpio=引脚 gps=定位 gpu=显卡 gpu-memory=显存 grace-period=宽限期 graceful-shutdown=优雅退出,优雅停机
  grade=成绩,等级,年级 graded-protection=等保 gradient=渐变 gradient-boosting=梯度提升 gradient-descent=梯度下降 grading=批改,阅卷
  gradual-release=逐步放量,放量 gradual-rollout=逐步放量,放量 graduate=毕业 graduation=毕业 grant=授予,授权,资助 graph-database=图数据库
  graphics-card=显卡 gravity=重力 gray-release=灰度 grayscale=灰度 green=绿色 greenhouse=温室 greyed-out=置灰 greyscale=灰度 grid=网格,栅格
  grocery=生鲜,杂货 gross-profit=毛利 ground-truth=真值,标注 group=分组,群组 group-buy=拼团,团购 group-buying=拼团,团购 group-chat=群聊
  group-member=群成员 group-owner=群主 guarantee=担保,保证 guest=游客,访客 guide=引导,指南 guild=公会 gym=健身房 gyroscope=陀螺仪
  habit=习惯 half-open=熔断 half-width=半角 half-year=半年 hallucinate=幻觉 hallucination=幻觉 hand-over=交接,移交 handoff=交接,移交 handover=交接
  handshake=握手 hang=卡死,挂起 hang-up=挂断 haptic=震动,触感 hard-coded=写死,硬编码 hard-delete=物理删除,硬删除 hardcode=写死,硬编码 hardware=硬件
  harmony=鸿蒙 harmonyos=鸿蒙 harvest=收成,收割 hash=哈希 hash-table=哈希表 hashing=散列 hashmap=哈希表 hashtag=话题 hd=高清 headcount=编制,人数
  header=请求头,表头 headhunter=猎头 headless=无头 headline=标题,头条 headmaster=校长 headphone=耳机 headquarters=总部 headset=耳机
  health-check=健康检查,探活 health-probe=健康检查 heap=堆内存 heap-dump=堆转储 heart-rate=心率 heartbeat=心跳 heatmap=热力图,热图 height=身高,高度
  hex=十六进制 hexadecimal=十六进制 hibernate=休眠 hibernation=休眠 high-availability=高可用 high-concurrency=高并发 high-definition=高清
  high-priority=高优先级,高优 higher-order=高阶 highlight=高亮 highway=高速 hijack=劫持 hiking=徒步 historical-data=历史数据 history=历史
  hit-rate=命中率,缓存命中 hit-ratio=命中率,缓存命中 hitbox=碰撞体,碰撞盒 hmr=热更新,热重载 holding=持仓 holiday=节假日,假日 home-screen=主屏,主屏幕
  homeowner=业主 homepage=首页 homestay=民宿 homework=作业 hongkong=香港 hook=钩子 horizontal-scaling=横向扩展,水平扩展 horse=马匹 hospital=医院
  host=主机,宿主机 hostname=主机名 hot-data=热数据 hot-fix=热修复 hot-patch=热补丁,热修复 hot-reload=热更新,热重载 hot-spot=热点 hot-update=热更新
  hotel=酒店 hotfix=热修复,紧急修复,热修 hotkey=快捷键 hotpatch=热补丁,热修复 hotspot=热点 hourly=每小时 household=户口 hover=悬停,悬浮
  http-code=状态码 huawei=华为 humidity=湿度 hybrid-cloud=混合云 hydrate=水合,注水 hydration=水合,注水 hyper-parameter=超参数,超参
  hyperparameter=超参数,超参 hyphen=短横线,连字符
  i18n=国际化,多语言,internationalization iac=基础设施即代码 iap=内购 icon=图标 icon-font=字体图标 iconfont=字体图标 icp=备案 id-card=身份证
  idempotence=幂等 idempotency=幂等 idempotency-key=幂等键 idempotent=幂等 identity=身份 identity-card=身份证 identity-verification=实名认证,身份核验
  ids=id iframe=内嵌页,内嵌 ignore=忽略 illustration=插画,插图 image=图片,镜像,img image-pull=拉取镜像 image-quality=画质
  image-recognition=图像识别,图片识别 image-registry=镜像仓库 image-segmentation=图像分割 imaging=影像,医学影像 imbalance=不平衡,不均衡
  imbalanced=不平衡,不均衡 img=image immutability=不可变 immutable=不可变 import=导入 import-failed=导入失败 impression=曝光 inaccurate=不准
  inbound=入站,入库 incident=事故,故障,线上问题,线上事故 incident-response=应急响应,应急 incident-review=复盘,事故复盘 income-statement=利润表
  income-tax=个税,所得税 incomplete=不完整 inconsistency=不一致,对不上 inconsistent=不一致,对不上 inconvenient=不方便 increment=增量 incremental=增量
  indent=缩进 indentation=缩进 index=索引 indicator-light=指示灯 industrial=工业 ineffective=不生效 infection=感染,传染 inference=推理
  infinite-loop=死循环 infinite-scroll=无限滚动,下拉加载 info=information information=info infra=infrastructure infrared=红外
  infrastructure=基础设施,infra infrastructure-as-code=基础设施即代码 infringe=侵权 infringement=侵权 ingest=采集,接入 ingestion=采集,接入
  ingredient=食材,配料 ingress=入口 inherit=继承 inheritance=继承 init=初始化 initial-data=初始数据,初始化 initialization=初始化 initialize=初始化
  inject=注入 injection=注入 inline-comment=行内注释 inpatient=住院 input=输入 input-box=输入框,文本框 inquiry=询价 insert=插入 inspect=检验,巡检,检查
  inspection=检验,巡检,检查 inspector=检验员,质检员 instability=不稳定 install=安装 installer=安装包 installment=分期 instance=实例
  instant-messaging=即时通讯,聊天 instructor=讲师 instrumentation=埋点,插桩 insufficient=不足 insufficient-balance=余额不足
  insufficient-permission=权限不足 insurance=保险,保险单 insured=被保险人,投保 integer=整数 integrate=集成,对接,接入 integration=集成,接入
  integration-test=集成测试 intellectual-property=知识产权 interaction=交互 intercept=拦截 interceptor=拦截器,拦截 interest=利息 interest-rate=利率
  interface=接口,界面 interface-doc=接口文档 interference=干扰 intermittent=偶现,偶发,间歇,时好时坏 intern=实习生 internal-network=内网
  internal-test=内测 internal-testing=内测 internationalization=国际化,i18n internationalize=国际化 interpolate=插值 interpolation=插值 interrupt=中断
  interval=间隔 interview=面试 intranet=内网 invalid=无效,失效 invalidate=缓存失效 invalidation=缓存失效 inventory=库存,存货
  inversion-of-control=控制反转 inverter=逆变器 investigate=排查,调查 investigation=排查,调查 invigilation=监考 invitation=邀请 invitation-code=邀请码
  invite=邀请 invite-code=邀请码 invoice=发票 invoice-number=发票号 ioc=控制反转 ios=苹果 iphone=苹果 irrigation=灌溉 isolate=隔离 isolation=隔离
  issue=工单 italic=斜体 item=道具 iteration=迭代 iterator=迭代器 itinerary=行程
  jailbreak=越狱 jank=卡顿,掉帧 japan=日本 japanese=日语,日文 javascript=js jd=京东 jingdong=京东 jitter=抖动 job=任务 job-title=职位,职称
  join=关联查询,联表,连表 joint-debugging=联调 journal-entry=分录 journalist=记者 joystick=摇杆 jpy=日元 js=javascript judgment=判决
  jump-server=堡垒机,跳板机
  k8=kubernetes k8s=kubernetes karaoke=唱歌 keep-alive=保活 keepalive=保活 kerning=字间距 key=密钥 key-frame=关键帧 keyboard=键盘 keyframe=关键帧
  keystore=签名文件,密钥库 keyword=关键词 kick-off=启动会 kickoff=启动会 kill=杀进程,杀掉 kill-switch=熔断开关,紧急开关 kindergarten=幼儿园
  kiosk=自助机 kitchen=厨房,后厨 knowledge-base=知识库 knowledge-graph=知识图谱 knowledge-point=知识点 korea=韩国 kpi=绩效 kubernetes=k8s
  kyc=实名认证,身份验证,身份核验
  lab=实验室 lab-test=化验,检验 label=标签 labeler=标注员,标注 laboratory=化验,检验,实验室 lag=延迟,积压 laggy=卡顿,很卡,太卡,变卡 lambda=匿名函数
  lan=局域网 landing-page=落地页 landlord=房东 landscape=横屏 language=语言 large-file=大文件 large-font=大字体,大字号
  large-language-model=大模型,大语言模型 large-model=大模型,大语言模型 lark=飞书 last-mile=最后一公里 late=迟到 late-data=迟到数据 late-fee=滞纳金
  latency=延迟 latitude=纬度 launch=上线,启动 launch-time=启动速度,启动耗时 launcher=桌面 law=法律 lawsuit=诉讼 lawyer=律师 layer=图层,分层,层级
  layoff=裁员 layout=布局 layout-shift=布局偏移 lazy-load=懒加载 lazy-loading=懒加载 lead=线索 lead-time=交期,提前期 leader=主节点
  leader-election=选主,选举 leaderboard=排行榜,榜单 leak=内存泄漏,泄漏,泄露 leakage=泄露,泄漏 leap-year=闰年 learner=学员 learning-progress=学习进度
  learning-rate=学习率 lease=租约,租赁 leased-line=专线 leash=牵引绳 least-privilege=最小权限 leave=请假 lecturer=讲师 led=指示灯,灯带 ledger=账本
  left-align=左对齐 left-aligned=左对齐 left-join=左连接 legacy=历史遗留,老系统,遗留 legacy-code=老代码,遗留代码 legal=法务 lender=放款,放贷
  lending=放款,放贷 length=长度 lens=镜头 lesson-learned=经验教训 lesson-plan=教案 letter-spacing=字间距 level=关卡,等级 lib=library
  library=lib,package,依赖库,第三方库 licence=许可证 license=许可证 license-agreement=许可协议 license-plate=车牌 lidar=激光雷达 lifecycle=生命周期
  light-mode=浅色模式,浅色主题 light-theme=浅色模式,浅色主题 lighting=光照,灯光 limit=上限,限流,限制 line-break=换行,换行符 line-height=行高
  line-length=行宽 lineage=血缘 link=链接 linked-list=链表 lint=linter linter=lint list=列表 list-price=原价 listener=监听 listing=上架
  litigation=诉讼 live=实时,直播 live-broadcast=直播间 live-chat=在线客服 live-commerce=直播带货,带货 liveness=探活 liveness-detection=活体检测,活体
  livestock=养殖,牲畜 livestream=直播 llm=大模型,大语言模型 load=压测,负载 load-balance=负载均衡 load-balancer=负载均衡 load-balancing=负载均衡
  load-test=压测 load-testing=压力测试 load-time=加载时间,加载速度 loading=装车,装货 loading-indicator=加载动画,转圈 loan=贷款 local-cache=本地缓存
  local-notification=本地通知 local-storage=本地存储,本地缓存 locale=区域设置,语言环境 localization=本地化,多语言,l10n localize=本地化
  localstorage=本地存储,本地缓存 locate=定位 location=定位,位置 lock=加锁,锁定 lock-file=锁文件 lock-screen=锁屏 locked-account=账号锁定
  lockfile=锁文件 lockout=锁定,账号锁定 lockstep=帧同步 log=日志 log-collection=日志采集 log-level=日志级别 log-rotation=日志轮转,日志切割
  logged-out=掉线,退出登录 logging=日志 logical-delete=逻辑删除 login=登录,登陆 login-failed=登录失败,登不上 login-failure=登不上 logistics=物流
  logo=标志,商标 logout=登出,退出登录 long-connection=长连接 long-poll=长轮询 long-polling=长轮询 long-press=长按 long-running=长任务,耗时任务
  longitude=经度 loop=循环 loophole=漏洞 loot=掉落 loss=损失,损失函数 lost=丢失 lot-number=批号,批次号 lottery=抽奖 loudness=响度,音量
  low-battery=低电量,电量不足 low-code=低代码 low-power=省电,低功耗 low-priority=低优先级,低优 lower-limit=下限 lowercase=小写 luggage=行李 lunar=农历
  lunar-new-year=春节 lyrics=歌词
  `;
