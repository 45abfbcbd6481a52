/**
 * What tells things of one kind apart: what holds of staging says nothing about production. Data only, a line each; two
 * sentences that name different ones of a line, beside what they say of it, are about different things. In lower case,
 * as typed, a blank between two words as a hyphen.
 *
 * @module
 */
import { wordList } from "../../index/words/word_list.ts";

/** One of these a line. */
export const APART = wordList(`
  production prod live staging stage preprod pre-production uat testing test qa sandbox development dev local ci 生产 生产环境 线上 正式环境 预发 预发布 测试环境 联调 开发环境 本地 沙箱 灰度环境
  ios iphone ipad android web desktop windows linux macos mac harmonyos ubuntu 安卓 鸿蒙 苹果 桌面端 移动端 网页端 小程序 h5 app端 pc端
  free paid enterprise premium basic trial 免费 付费 企业版 专业版 个人版 旗舰版
  admins admin administrators guests guest visitors customers customer editors members moderators maintainers developers partners vendors 管理员 普通用户 游客 访客 会员 客户 商家 卖家 买家 供应商
  frontend front-end backend back-end server client api cli sdk worker website crawler scheduler gateway 前端 后端 服务端 客户端 后台 前台 中台 网关 官网
  reads read writes write reading writing 读取 写入 读库 写库
  connect connection read write idle request response 连接 读 写
  imports import importer exports export exporter 导入 导出
  unit integration e2e end-to-end smoke load contract 单元 集成 端到端 冒烟 压测
  primary leader replica replicas secondary standby follower slave 主库 从库 备库 只读库
  eu europe european emea usa american us apac asia asian china chinese japan japanese korea india brazil canada uk germany german france french 国内 国外 海外 境外 中国 美国 欧洲 日本 韩国 印度 东南亚 香港 德国 法国
  berlin paris london tokyo singapore frankfurt dublin munich hamburg shanghai beijing shenzhen oslo madrid rome amsterdam boston york 北京 上海 深圳 广州 杭州 成都 南京 武汉 西安 苏州 天津 重庆
  east west north south northern southern eastern western 华东 华南 华北 华中 西南 西北 东北 东部 西部 南部 北部
  access refresh 访问令牌 刷新令牌
  lint linting format formatting formatter linter type-check 检查 格式化
  sms email emails e-mail push phone wechat 短信 邮件 邮箱 电话 微信 推送
  orders payments refunds invoices users products carts customers 订单 支付 退款 发票 用户 商品 购物车 库存 物流
  home homepage detail list search checkout 首页 详情页 列表页 搜索页 结算页
  java kotlin python typescript javascript ruby rust php swift golang sql yaml css html
  videos images photos audio documents thumbnails avatars 视频 图片 照片 音频 文档 头像 缩略图 附件
`);

/** Names of one thing that stand on a line above. */
export const SAME_PLACE = wordList(`
  production prod live 生产 生产环境 线上 正式环境
  staging stage uat testing test qa sandbox 测试环境 联调 沙箱
  preprod pre-production 预发 预发布
  development dev local 开发环境 本地
  android 安卓
  harmonyos 鸿蒙
  ios iphone ipad 苹果
  desktop 桌面端 pc端
  web website 网页端 h5
  macos mac
  free 免费
  paid premium 付费
  enterprise 企业版
  admins admin administrators 管理员
  guests guest visitors 游客 访客
  customers customer 客户
  frontend front-end 前端
  backend back-end server 后端 服务端
  client 客户端
  gateway 网关
  reads read reading 读取 读 读库
  writes write writing 写入 写 写库
  connect connection 连接
  imports import importer 导入
  exports export exporter 导出
  unit 单元
  integration 集成
  e2e end-to-end 端到端
  smoke 冒烟
  load 压测
  primary leader 主库
  replica replicas secondary standby follower slave 从库 备库 只读库
  eu europe european emea 欧洲
  usa american us 美国
  asia asian apac
  china chinese 中国 国内
  japan japanese 日本
  germany german 德国
  france french 法国
  海外 国外 境外
  beijing 北京
  shanghai 上海
  shenzhen 深圳
  east eastern 华东 东部
  south southern 华南 南部
  north northern 华北 北部
  west western 西部
  access 访问令牌
  refresh 刷新令牌
  lint linting linter 检查
  format formatting formatter 格式化
  sms 短信
  email emails e-mail 邮件 邮箱
  phone 电话
  push 推送
  wechat 微信
  orders 订单
  payments 支付
  refunds 退款
  invoices 发票
  users 用户
  products 商品
  home homepage 首页
  search 搜索页
  videos 视频
  images photos 图片 照片
  documents 文档
  avatars 头像
  thumbnails 缩略图
`);
