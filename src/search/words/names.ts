import { linesWith, wordList } from "../../index/words/word_list.ts";

/**
 * Names of one thing, a line each, as stems: short forms, and what the mainland and Taiwan call it (in simplified
 * characters, as terms are). Unlike kindred words, one is as good as the other.
 */
const NAMES = wordList(`
  pg postgr postgresql psql
  k8 k8s kubernet
  js javascript
  ts typescript
  py python
  rb rubi
  cpp cplusplus
  cs csharp
  db databas 数据库 资料库
  repo repositori
  env environ
  config configur
  cli commandlin 命令行
  2fa mfa twofactor
  allowlist whitelist
  denylist blacklist blocklist
  i18n internation
  l10n local
  a11y access
  auth authent
  authz author
  sync synchron
  async asynchron
  tz timezon
  utf8 utf8mb4
  jan januari
  feb februari
  apr april
  jun june
  jul juli
  aug august
  sep sept septemb
  oct octob
  nov novemb
  dec decemb
  默认 预设
  程序 程式
  代码 程式码
  网络 网路
  软件 软体
  硬件 硬体
  服务器 伺服器
  缓存 快取
  接口 介面
  用户 使用者
  登录 登入 登陆
  账号 帐号
  设置 设定
  文件 档案
  文件夹 资料夹
  内存 记忆体
  硬盘 硬碟
  打印 列印
  线程 执行绪
  变量 变数
  函数 函式
  对象 物件
  数组 阵列
  字符串 字串
  循环 回圈
  异步 非同步
  视频 影片
  信息 资讯
  数据 资料
  支持 支援
  项目 专案
  优化 最佳化
  响应 回应
  端口 连接埠
  超时 逾时
  链接 连结
  菜单 选单
  窗口 视窗
  搜索 搜寻
  保存 储存
  域名 网域
  带宽 频宽
  递归 递回
  模块 模组
  组件 元件
  调用 呼叫
  实现 实作
  调试 除错 侦错
  队列 伫列
  堆栈 堆叠
  算法 演算法
  集成 整合
`);

/** The other names of what a word or a run of characters names. */
export function namesOf(word: string): string[] {
  return linesWith(NAMES, word).flat().filter((other) => other !== word);
}
