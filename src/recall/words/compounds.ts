/**
 * Chinese words of three characters and more that hold a word of another meaning: 机器 is not in 机器人. Texts are compared
 * by pairs of characters, and such a pair is no word that two of them share. What only narrows its word (订单号) is not
 * listed: who asks for the one may be helped by the other.
 *
 * @module
 */
import { type WordList, wordList } from "../../index/words/word_list.ts";

/** Between blanks, a line for each kind. */
const COMPOUNDS: WordList = wordList(`
  机器人 机器猫 支付宝 数据库 数据线 服务器 服务员 浏览器 计算机 计算器 处理器 编辑器 编辑部 编译器 解析器 调度器
  解释器 生成器 过滤器 选择器 控制器 触发器 监听器 拦截器 迭代器 装饰器 构造器 加载器 连接器 适配器 定时器 计时器
  计数器 寄存器 播放器 路由器 显示器 传感器 模拟器 虚拟机 打印机 收银机 咖啡机 状态机 状态码 状态栏
  信用卡 会员卡 充电宝 充电桩 文件夹 手机号 验证码 邀请码 二维码 条形码 优惠券 代金券
  时间戳 时间线 时间轴 时间片 工作台 工作流 工作区 工作日 中间件 中间人 中间表 上下文 大小写 关键词 关键字 提示词
  占位符 分隔符 运算符 标识符 描述符 通配符 转义符 对话框 输入框 文本框 复选框 下拉框 搜索框 弹出框 进度条 滚动条
  工具栏 标题栏 地址栏 导航栏 侧边栏 生产者 消费者 订阅者 发布者 观察者 开发者 使用者 管理员 操作员 观察期 冷静期
  供应商 运营商 开发商 服务商 代理商 提供商 自动机 自动化 电视剧 电影院 图书馆 公司法 快照读 当前读 内存条 流水线
  流水号 脚手架 沙箱化 白名单 黑名单 灰名单 红黑树 多线程 单线程 守护者 进程池 线程池 连接池 对象池 消息队列 负载均衡
  版本号 序列号 序列化 反序列化 初始化 持久化 虚拟化 国际化 本地化 容器化 组件化 可视化 格式化 规范化 归一化 量化表
`);

/** What of other compounds a text of the records is to be read without, and which compounds a text itself names. */
export interface Compounds {
  /** Compounds that the text does not name, though they touch one of its pairs. */
  readonly others: RegExp | undefined;
  /** For each pair that stands in the text only inside of a compound: that compound. */
  readonly within: ReadonlyMap<string, string>;
}

/**
 * The compounds that matter to a text.
 *
 * @param pairs the pairs of characters that it is compared by
 * @param said all that it says, simplified
 * @param names all that may stand for it, too
 */
export function compoundsOf(pairs: readonly string[], said: string, names: string): Compounds {
  const touching = new Set(pairs.flatMap((pair) => [
    ...wordsAt(pair),
    ...wordsAt(`${pair.charAt(0)} `),
    ...wordsAt(` ${pair.charAt(1)}`),
  ]));
  const others = [...touching].filter((word) => !names.includes(word));
  const own = [...touching].filter((word) => said.includes(word));
  const without = own.reduce((text, word) => text.replaceAll(word, "\n"), said);
  const within = new Map<string, string>();
  for (const pair of pairs) {
    const compound = without.includes(pair) ? undefined : own.find((word) => word.includes(pair));
    if (compound !== undefined) within.set(pair, compound);
  }
  return { others: others.length > 0 ? new RegExp(others.join("|")) : undefined, within };
}

/** The words of the list in which a part of its text stands, a blank being the beginning or the end of one. */
function wordsAt(part: string): string[] {
  const found: string[] = [];
  for (let at = COMPOUNDS.indexOf(part); at !== -1; at = COMPOUNDS.indexOf(part, at + 1)) {
    const inside = part.startsWith(" ") ? at + 1 : at;
    found.push(COMPOUNDS.slice(COMPOUNDS.lastIndexOf(" ", inside) + 1, COMPOUNDS.indexOf(" ", inside)));
  }
  return found.filter((word) => word !== "" && word !== "\n");
}
