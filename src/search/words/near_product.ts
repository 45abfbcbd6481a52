/**
 * What software does for its users: screens, phones, places, messages, money, goods, and the trades that use it. Lines
 * of near.ts, which says what a line is.
 */
export const PRODUCT = `
  jank stutter frame scroll 卡顿 掉帧 流畅 卡死 很卡 太卡
  blank white-screen blank-screen hydration 白屏 空白 空白页 黑屏
  black-screen blank 黑屏 白屏
  flicker flash blink fouc 闪烁 闪一下 闪屏
  cls reflow 跳动 错位 布局偏移
  misalign overlap overflow truncate 错位 重叠 溢出 挤在一起 显示不全
  zindex overlay 遮挡 挡住 层级 被盖住
  layout spacing margin 布局 间距
  responsive breakpoint mobile viewport 响应式 自适应 断点 适配
  notch safe-area inset 刘海 安全区 刘海屏
  styling css tailwind sass styled 样式 样式方案
  component shadcn antd mui element-plus 组件库 控件库
  widget component 组件 小组件 控件
  design figma sketch mockup 设计稿 原型 设计图 标注
  color colour theme palette 颜色 主题色 色值 配色
  dark night 深色 夜间 暗色 暗黑
  contrast accessibility a11y wcag aria 无障碍 对比度 可访问性
  voiceover talkback screen-reader a11y 读屏 无障碍 盲人
  keyboard shortcut hotkey focus 快捷键 键盘 焦点
  font typeface 字体 字号
  icon glyph svg 图标
  image picture photo thumbnail 图片 照片 缩略图
  webp avif thumbnail 图片格式 图片压缩 图片太大
  lazyload lazy-load 懒加载 按需加载
  skeleton spinner loading placeholder 骨架屏 加载中 转圈 占位
  double-click debounce duplicate submit 连点 重复点击 防抖 重复提交
  modal dialog popup drawer 弹窗 对话框 抽屉
  toast snackbar banner 轻提示 提示条
  tooltip hint popover 气泡 提示框
  form validation input field 表单 输入框 校验
  dropdown combobox picker 下拉 下拉框 选择器
  datepicker calendar picker 日期选择 日历
  table ag-grid virtual-scroll 表格 虚拟滚动 长列表
  infinite-scroll pagination 无限滚动 上拉加载 加载更多 分页
  drag dnd sortable 拖拽 拖动 拖放
  navigation router redirect 导航 路由 跳转
  breadcrumb sidebar menu tab 面包屑 侧边栏 菜单 标签栏
  state redux zustand pinia mobx vuex 状态管理 全局状态
  fetch axios swr tanstack react-query 请求库 数据请求
  ssr nextjs nuxt prerender hydration 服务端渲染 首屏
  first-paint lcp ttfb web-vitals 首屏 首屏时间 首屏加载 打开慢
  bundle-size chunk treeshake 包体积 拆包 体积太大 首屏
  service-worker pwa offline workbox 离线缓存 离线可用
  browser chrome safari firefox 浏览器
  ie11 polyfill old-browser 老浏览器 低版本浏览器 兼容
  localstorage indexeddb sessionstorage 本地存储 浏览器存储
  iframe embed sandbox 内嵌 嵌入
  copy clipboard paste 剪贴板 复制 粘贴
  printer pdf 打印机
  excel xlsx spreadsheet 电子表格
  csv bulk-import 批量导入
  richtext rich-text wysiwyg tiptap quill 富文本 编辑器
  markdown mdx editor 富文本 文档格式
  chart echarts d3 highcharts 图表 图表库
  graph chart plot 图表 曲线
  animation transition lottie framer 动画 动效 过渡
  language localization translate i18n 多语言 国际化 翻译 文案
  dialect language locale 语言 地区
  rtl arabic hebrew 从右到左 阿拉伯语
  traditional simplified cantonese 繁体 简体 港台
  seo sitemap 搜索引擎 收录
  share opengraph og-image poster 分享 海报 分享图
  iphone ios ipad apple 苹果
  android adb 安卓
  huawei harmony 华为 鸿蒙
  xiaomi miui 小米
  oppo vivo coloros 国产手机 安卓机型
  device hardware 设备 硬件 机型
  tablet ipad landscape 平板 横屏
  wechat weixin miniprogram mini-program 微信 小程序 公众号
  dingtalk lark feishu wecom slack 钉钉 飞书 企业微信 群通知
  alipay wechat-pay unionpay stripe 支付宝 微信支付 银联 支付渠道
  tiktok douyin kuaishou 抖音 快手 短视频
  taobao tmall jd pinduoduo 淘宝 天猫 京东 拼多多
  baidu amap gaode tencent-map mapbox 百度地图 高德 腾讯地图 地图服务
  background 后台 切后台
  keepalive keep-alive background doze killed 保活 被杀 后台被杀 切后台
  battery drain power wakelock 耗电 电量 费电 省电
  overheat hot thermal 发烫 发热 过热
  storage-full cache-size cleanup 空间不足 占空间 清理缓存
  offline network 离线 断网
  weak-network poor-network offline retry 弱网 信号差 没信号 网络不好
  flight airplane-mode offline 飞行模式 断网
  sync conflict merge offline 同步 冲突 多端
  cross-device sync multi-device 多端 换手机 换设备 跨设备
  deeplink scheme universal-link 深链 唤起 拉起
  splash launch startup 启动 启动页 冷启动
  startup cold-start launch warmup 冷启动 启动慢 打开慢 启动时间
  bundle apk ipa 包体 安装包 体积
  appstore app-store submission reject 提审 上架 应用商店 被拒 审核
  signing provisioning 签名 描述文件
  beta testflight 内测
  obfuscate proguard minify r8 混淆
  codepush hot-update ota 热更新 热修 动态更新
  force-update mandatory minimum-version 强制更新 强更 最低版本
  bluetooth ble 蓝牙
  pair bind 配对 绑定
  firmware ota flash 固件 升级 刷机
  wearable watch garmin fitbit 手表 手环 穿戴
  camera scan qrcode qr-code 扫码 二维码 相机 摄像头
  nfc tap card-reader 刷卡 碰一碰
  biometric fingerprint faceid touch-id 指纹 刷脸 人脸
  permission deny 权限弹窗 授权弹窗 拒绝授权
  position gps 定位 位置
  geofence fence radius 围栏 电子围栏 范围
  coordinate gcj wgs projection 坐标系 坐标 火星坐标
  latitude longitude geohash 经纬度 经度 纬度
  geocode geocoding 地址解析 逆地理 地理编码
  map tile basemap layer 地图 瓦片 底图
  eta arrival delay 到达时间 预计到达 晚点 几点到
  route routing navigation detour 路线 路径规划 导航 绕路
  distance mileage kilometre haversine 距离 里程 公里
  track trajectory 轨迹 路线
  speed pace cadence 配速 速度 步频
  heartrate heart-rate bpm 心率 心跳
  calorie kcal burn 卡路里 热量 消耗
  step pedometer walk 步数 计步
  overseas abroad foreign 海外 国外 境外
  domestic china mainland 国内 大陆
  user account member 用户 账号 账户 会员
  signup sign-up register 注册 开户
  avatar profile portrait 头像 个人资料
  nickname username handle 昵称 用户名
  realname kyc identity verification 实名 身份认证 实名认证 身份证
  guardian teenager parental 未成年 青少年 家长
  customer client tenant 客户 租户
  lead crm salesforce prospect 线索 商机 客户管理
  complaint feedback 投诉 反馈
  support helpdesk zendesk ticket 客服 工单 售后
  moderate moderation profanity 审核 敏感词 违规 屏蔽
  spam junk abuse 垃圾信息 灌水 广告
  follow feed timeline 点赞 关注 信息流
  recommend recommendation personalised feed 推荐 猜你喜欢 个性化
  search 搜索 检索 查找
  rank leaderboard 排行榜 榜单 排名
  reward badge achievement 积分 奖励 勋章 成就
  invite referral 邀请
  campaign promotion marketing 活动 营销 大促
  notification push message 通知 推送 消息
  push apns fcm jpush vendor-channel 推送 推送通道 收不到推送
  remind reminder nudge 提醒 催办
  quiet mute dnd 免打扰 静音 勿扰
  unsubscribe opt-out optout 退订 取消订阅
  email mail smtp newsletter 邮件 邮箱
  email sendgrid ses mailgun deliverability 发信 邮件服务 进垃圾箱
  sms text twilio 短信
  spam-folder dkim spf dmarc bounce 进垃圾箱 退信 垃圾邮件
  chat im message conversation 聊天 会话 私信 消息
  unread read-receipt badge 未读 已读 红点 角标
  group-chat chatroom 群聊 群组 聊天室
  webrtc voip agora 通话 语音通话 视频通话
  video stream hls rtmp playback 视频 直播 播放
  buffering stutter bitrate hls 卡顿 缓冲 播放卡 码率
  transcode ffmpeg codec h264 转码 编码
  subtitle caption transcript 字幕 听写
  audio volume microphone noise 声音 音频 麦克风 噪音
  asr speech transcription whisper 语音识别 转文字
  tts voice synthesize 语音合成 朗读 播报
  watermark copyright drm 水印 版权 盗版
  playlist podcast episode 歌单 播客 单集
  upload 上传 附件
  upload multipart chunk resume presigned 上传 断点续传 分片上传 大文件
  file-size 413 limit 文件太大 大小限制 上传限制
  download 下载 拉取
  coupon discount promo voucher 优惠券 折扣 优惠
  coupon combine exclusive 叠加 同时使用 互斥
  vip premium membership 会员 付费
  subscription renew renewal 订阅 续费 续订
  trial free-trial freemium 试用 免费试用 试用期
  plan tier pricing quota 套餐 档位 定价
  churn cancel retention 流失 退订 取消订阅
  paywall iap storekit 内购 付费墙 苹果支付
  order checkout purchase 订单 下单 购买
  cart basket checkout 购物车 结算
  sku variant spu catalog 商品 规格 款式 货号
  price pricing markup 价格 定价 标价 改价
  fee charge deduct 扣款 扣费 手续费
  commission take-rate cut 佣金 抽成 分成 提成
  double-charge duplicate idempotent 重复扣款 重复扣费 扣了两次 扣两次 幂等
  charge deduct payment 扣钱 扣了钱 扣款 收费
  payment stripe adyen paypal braintree 支付 付款 收款
  decline insufficient dunning 扣款失败 支付失败 余额不足 催缴
  refund 退款 退货
  rma refund 退货 换货
  chargeback dispute 拒付 争议
  settlement payout withdraw 结算 打款 提现 到账
  reconcile reconciliation mismatch ledger 对账 账不平 对不上 差额
  ledger bookkeeping double-entry accounting 账本 记账 流水 分录
  wallet balance top-up 钱包 余额 充值
  instalment installment loan credit 分期 贷款 借款
  interest apr 利息 利率 年化
  invoice receipt 发票 收据
  tax vat 税率 增值税
  currency euro dollar rmb yuan 货币 币种 人民币
  exchange-rate fx forex 汇率 换汇 外币
  round cent remainder penny 尾差 差一分 分摊 四舍五入
  inventory stock 库存
  soldout sell-out replenish stock 缺货 售罄 没货 补货
  flash-sale seckill rush 秒杀 抢购 限量
  shipment courier logistics 物流 发货 快递 配送
  tracking-number waybill carrier parcel 运单 单号 快递单 面单
  shipping-fee freight postage 运费 邮费 包邮
  delivery rider dispatch driver 骑手 配送员 派单 司机
  customs declaration duty tariff 报关 清关 关税
  warehouse pick wms 仓库 拣货 库位 仓储
  barcode scanner zebra 条码 扫码枪
  pallet container cargo 托盘 集装箱 货物
  vessel ship berth 船舶 船只 泊位
  flight aircraft airline 航班 飞机 航空
  vehicle truck fleet plate 车辆 车队 车牌 货车
  charger charging-station kwh 充电桩 充电
  plc scada modbus opc 工控 产线 采集
  production-line workshop mes 产线 车间 班次 工厂
  defect scrap yield inspection 次品 不良品 良率 质检
  maintenance downtime spare 检修 停机 备件 维修
  sensor telemetry 传感器 遥测 读数 探头
  calibrate calibration 校准 标定
  mqtt iot telemetry 物联网 设备上报
  bom material erp 物料 料号 零件
  procurement purchase-order po 采购 采购单
  appointment booking reservation slot 预约 预订 时段
  noshow cancellation 爽约 取消预约 没来
  waitlist queue-number standby 候补 排队 叫号
  doctor physician clinician practitioner 医生 大夫 医师
  patient medical-record emr ehr 患者 病人 病历
  prescription drug medication dosage 处方 药品 开药 剂量
  diagnosis icd symptom 诊断 病情
  insurance claim reimbursement 医保 保险 理赔 报销
  ward bed inpatient admission 病房 床位 住院
  dicom pacs ct 影像 拍片 片子
  lab specimen result hl7 fhir 化验 检验 检查结果
  student pupil learner 学生 学员
  teacher instructor tutor 老师 教师 讲师
  course lesson curriculum 课程 课时 教学
  homework assignment submission 作业 交作业
  exam quiz test-paper grading 考试 试卷 测验 判卷
  grade score gpa 成绩 分数 打分
  cheat plagiarism proctor 作弊 抄袭 监考
  semester term enrolment enrollment 学期 选课 入学
  attendance checkin absent 考勤 签到 打卡 缺勤
  salary payroll payslip wage 工资 薪资 发薪 工资单
  holiday vacation leave 假期 休假 请假
  holiday public-holiday workday calendar 节假日 调休 工作日
  overtime weekend extra-hours 加班 调休
  hire recruit candidate interview 招聘 候选人 面试
  employee staff headcount colleague 员工 同事 人员 编制
  resign offboard leaver departure 离职 交接 注销账号
  reimburse expense claim receipt 报销 差旅
  workflow approval bpm 审批流 流程 审批
  esign docusign signature 电子签 电子合同 签字
  meeting-room calendar booking 会议室 预定
  hotel room checkin occupancy 酒店 客房 入住
  restaurant dish menu 餐厅 菜品 点餐 桌台
  rent lease landlord 房源 租客 租金 房东
  game player level guild 游戏 玩家 关卡 公会
  matchmaking elo 匹配 段位 排位
  cheat anticheat hack 外挂 作弊 反作弊
  lottery gacha 抽奖 抽卡 概率
  news article editor cms 新闻 稿件 文章 内容管理
  draft publish 草稿 定时发布
  farm crop soil greenhouse 农场 作物 土壤 大棚
  energy meter kwh electricity 电表 用电 抄表 能耗
  weather forecast wind rain 天气 预报 风速
  percentage ratio 比例 占比
  threshold cutoff tolerance 阈值 门槛 临界 容差
  imperial mile kilometre 公制 英制 换算
`;
