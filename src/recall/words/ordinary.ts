/**
 * Words that prompts to coding agents are full of whatever the project: that a prompt and a record share one of them says little.
 * Chosen from what such prompts ask for in general, not from any collection of them.
 *
 * @module
 */

const ENGLISH = `
  accept access action add address again all already also answer any app apply argument article array ask attach attempt available avoid
  background bad basic batch begin behavior best better big bit block bold border bottom box branch break bug build button
  call card case catch cause center change char check choose class clean clear click clone close code color column command comment commit
  common compare compile complete complex component condition config configure confirm connect constant contain content continue
  control convert copy correct count cover create current custom cut
  data day debug declare decrease default define delete demo depend describe description design detail dev develop developer diff difference
  different directory disable display do doc document done double down download draft draw drop duplicate
  easy edit effect element empty enable end ensure entry enum equal error event exact example exception execute exist exit expect explain export
  extra extract
  fail fast feature fetch field file fill filter final find finish first fit fix flag flow focus folder follow font form format found framework
  free full function
  generate get give global go good group grow guide
  handle handler hard header height hello help hide high highlight hold hook hover
  icon id idea image implement import improve include increase indent index info init inline inner input insert inside inspect install instance
  instead integer interface introduce issue item iterate
  job join jump key keyword kind label language large last late later latest launch layer layout lead learn leave left length let letter level
  library light like limit line link list listen little load local locate log logic long loop low
  main maintain make manage manual map margin mark match matter max mean measure memory menu merge message method middle min minor miss mix mode model
  modify module more move multiple
  name nest network new next node note null number
  object old one open operate optimize option order original other outer output overlap override own
  package pad page pair paragraph param parameter parent parse part pass paste path pattern pause percent perform performance permission pick picture
  piece place plain plan play plugin point pop port position possible post prepare press prevent preview previous print private problem
  process product production program progress project prompt proper property provide public pull push put
  query question queue quick
  raise random range rate raw reach react read real reason receive recent recommend record reduce refactor refer reference refresh regular relate relative
  release reload remain remember remove rename render repeat replace reply report repository request require reset resize resolve resource
  respond response rest restart result retry return reuse reverse review rewrite right role roll root round route row rule run
  safe same sample save scale scan schema scope screen script scroll search second section see select send sentence separate sequence server
  service session set setting setup shape share shell short show shrink side sign simple simplify single size skip slow small smart snippet sort sound source
  space specific speed split stack standard start state statement static status stay step stop store string strong structure stuff style sub submit
  subtle success suggest sum summarize summary support sure switch symbol sync syntax system
  tab table tag take target task team template term terminal test text theme thing think third thread throw time tip title today toggle token tool top
  topic total trace track transform translate tree trigger trim true try turn type
  unable under understand undo unit unknown unused up update upgrade upload url use user usual
  valid validate value variable verify version view visible visit
  wait walk warn warning watch way web week well width window word work world worth wrap write wrong
  year yesterday zero zoom
`;

/** Everyday words, in which prompts about anything else abound. */
const EVERYDAY = `
  ago air airport animal answer apple arm art autumn baby bag ball band bank bar bath beach bean bear beautiful bed beer bell big bike bird birth black blue boat body
  bone book boss bottle bowl boy bread breakfast bright brother brown bus business butter buy cake calm camera camp car care cat celebrate chair cheap cheese chicken
  child chinese chocolate christmas church city classic clock cloth club coat coffee cold colour comfortable conflict cook cool corner country couple course cow crazy
  cream cup curious cute dad dance danger dark date daughter dead deal dear decide deep die dinner dirty doctor dog dollar door dress drink drive drum dry duck dust ear earn
  earth east eat egg eight energy english enjoy evening excite exercise eye face fact fair fall family famous far farm fat father favorite fear feel feet festival fight film finger
  fire fish five flat floor flower fly food foot forest forget four fox freedom french fresh friday friend front fruit fun funny future game garden german gift girl glad glass
  gold grammar grand grass gray great green ground guess guitar guy hair half hall hand hang happy hat health hear heart heat heaven heavy hill history hobby holiday home honest honey
  hope horse hospital hot hotel hour house hundred hungry hurt husband ice interest internet interview island january japanese june july joke journey joy juice kid kill kind king kitchen
  knee knife know lady lake lamp land laugh law lay lazy leaf leg lesson lie life lion lip live lose lot loud love luck lunch machine mail man march market marry may meal meat
  medicine meet metal middle midnight milk million mind minute miss mom monday money monkey month moon morning mother mountain mouse mouth movie museum music narrow nature neck
  news nice night nine noise north nose nurse ocean october office oil orange oven paint pale paper park party peace pen people perfect person phone photo piano pick picture pig
  pink plane plant plate pleasant pocket poem poet police poor popular potato pound power pray present president pretty price prize proud pure purple quality quiet rabbit race rain reach ready red
  relax rent rest restaurant rice rich ride ring rise river road rock roof room rose sad salt sand saturday school science sea season seat secret sell seven sex shade sheep ship shirt
  shoe shop shorter shoulder shout sick silver sing sister sit six skill skin sky sleep slice smart smell smile smooth smoke snow soap social soft sorry soul soup south spanish speak special spell spend
  spoon sport spring square stamp star station stay steal step sticky stone story strange street stress student study stupid sugar summer sun sunday surprise sweet swim talk tall taste
  tea teach teacher tear ten tennis thank thursday ticket tie tight time tired tool tooth tower town toy trade traffic train travel treat trip trouble truck true tuesday turn tv twelve
  twenty ugly uncle university vacation value vegetable village visitor voice wage wall war warm wash water weak wear weather wednesday week weekend weight west wet wheel white wife wild
  win wind wine winter wise woman wonder wood worry yard year yellow young
`;

/** Names that everybody uses: to share one of them is half a reason. */
const PUBLIC = `
  ajax android angular api apple aws azure bash browser c chrome cli cloud cookie cpp csharp css csv database db deno dns docker dom email excel
  firefox git github gitlab go golang google gpu graphql gzip html http https ide ios java javascript jquery js json jsx kotlin kubernetes laptop
  linux mac macos markdown mobile mysql nginx node nodejs npm os pdf php pip pixel png pr python react regex rest ruby rust safari scala
  sdk server shell sql ssh svg swift terminal tsx typescript ts ubuntu ui unicode unix url utf vim vscode vue web webpack wifi windows xml yaml yarn zip
`;

const CHINESE = `
  一下 一个 一些 一样 一种 一行 一句 一段 一次 一遍 一点 一直 一起 两个 几个 什么 怎么 如何 为什 哪个 哪里 哪些 多少 时候 现在 今天 明天 昨天 这个 那个 这里 那里
  这样 那样 这些 那些 这段 这种 我们 你们 他们 咱们 自己 大家 别人 可以 可能 应该 需要 必须 不要 不能 没有 还有 已经 然后 因为 所以 如果 但是 或者 而且 以及 关于 对于
  使用 用法 写法 做法 方法 方式 办法 问题 解决 解释 说明 介绍 理解 意思 含义 区别 比较 对比 推荐 选择 建议 帮我 帮忙 看看 看下 检查 修改 改成 改为 更改 修复
  优化 简化 重构 重写 改进 删除 删掉 去掉 移除 添加 增加 加上 加个 新增 新建 创建 生成 实现 完成 开始 继续 停止 取消 打开 关闭 显示 隐藏 打印 输出 输入 返回 调用
  运行 执行 启动 安装 配置 设置 测试 调试 报错 错误 异常 失败 成功 代码 函数 方法 变量 参数 类型 对象 数组 字符 符串 数字 文件 目录 文档 注释 语法 格式 名称 名字 命令
  脚本 程序 项目 功能 模块 组件 页面 按钮 标题 颜色 字体 大小 样式 布局 图片 表格 列表 数据 内容 信息 结果 情况 例子 示例 版本 更新 步骤 流程 逻辑 结构 设计 开发
  系统 工具 支持 处理 操作 保存 读取 写入 查询 搜索 排序 循环 判断 正确 简单 详细 直接 全部 所有 每个 每次 最后 上面 下面 前面 后面 里面 外面 之前 之后 同时 再次 重新
  不对 不行 好的 谢谢 请问 学习 英文 中文 翻译 总结 每天 定义 描述 起来 出来 下来 是不 有没 怎样 会不 能不 可不 上一 下一 换成 换个 那么 这么 比如 例如 注意 主要
  今年 去年 明年 上午 下午 晚上 早上 中午 周末 星期 小时 分钟 天气 下雨 春天 夏天 秋天 冬天 中国 美国 日本 北京 上海 城市 国家 世界 公司 学校 老师 学生 同学 朋友 家人
  孩子 妈妈 爸爸 先生 女士 医生 电影 音乐 歌曲 小说 故事 书籍 新闻 游戏 旅游 旅行 酒店 餐厅 美食 做饭 早餐 午餐 晚餐 水果 蔬菜 咖啡 运动 跑步 健身 减肥 睡觉 身体 健康
  医院 手机 电脑 汽车 飞机 火车 地铁 公交 房子 房间 工作 上班 下班 面试 简历 工资 考试 成绩 作业 论文 数学 历史 科学 艺术 语言 汉字 单词 语法 作文 笑话 诗歌 照片 视频
  音频 动画 图像 声音 颜色 红色 蓝色 绿色 黑色 白色 渐变 快乐 喜欢 觉得 知道 认为 希望 想要 打算 准备 决定 计划 方案 备选 批量 合并 拆分 压缩 转换 计算 统计 绘制 画图
  浏览 览器 网址 网页 网站 网络 服务 务器 请求 响应 状态 空状 快速 规划 动态 静态 本地 远程 个人 公共 随机 最大 最小 平均 总数 数量 长度 宽度 高度 时间 日期 天数 年份
  单位 价格 免费 付费 推送 通知 提醒 消息 评论 点赞 分享 关注 收藏 头像 背景 水印 滚动 点击 拖拽 折叠 展开 居中 对齐 圆角 阴影 手写 首页 导航 侧栏 边栏 弹窗 提示
  要求 目的 原因 效果 作用 特点 优点 缺点 概念 原理 基本 基础 常见 常用 普通 特殊 新的 旧的 句话 文章 文字 邮件 字段 窗口 菜单 图标 链接 地址 用户 登录 界面 环境 路径
`;

const COMMON = 0.25;
const HALF = 0.5;
const PRIOR = new Map<string, number>();
for (const word of words(PUBLIC)) PRIOR.set(word, HALF);
for (const word of [...words(ENGLISH), ...words(EVERYDAY), ...words(CHINESE)]) PRIOR.set(word, COMMON);

/** Characters that join words: a pair that holds one is most likely no word. */
const JOINING =
  /[的了是在和与或把被给让就都也还再又很太更最不没有要会能可这那哪个些为以及其之而但则对从到向于由当着过得地吗呢吧啊我你他她它们一]/u;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;

/**
 * How much it says, 0–1, that a prompt holds this word or pair of characters.
 *
 * @param word in lower case, as typed: the lists hold plain forms, so that nothing need be stemmed to read them
 */
export function priorOf(word: string): number {
  if (isCjk(word)) return PRIOR.get(word) ?? (JOINING.test(word) ? COMMON : 1);
  for (const form of plainForms(word)) {
    const known = PRIOR.get(form);
    if (known !== undefined) return known;
  }
  // A letter, a year or a count is in everything.
  return word.length < 2 || /^\d{1,4}$/.test(word) ? COMMON : 1;
}

export function isCjk(term: string): boolean {
  return CJK.test(term);
}

/** A word and what it may be a form of: `tests`, `tested` and `testing` of `test`, `files` of `file`, `queries` of `query`. */
export function plainForms(word: string): string[] {
  const forms = [word];
  const bare = /^(.{2,}?)(?:s|es|ed|d|ing|er|ly)$/.exec(word)?.[1];
  if (bare !== undefined) forms.push(bare, `${bare}e`, bare.replace(/(.)\1$/, "$1"));
  if (word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.endsWith("ies") || word.endsWith("ied")) forms.push(`${word.slice(0, -3)}y`);
  return forms;
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
