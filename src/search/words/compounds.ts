/**
 * Chinese words of three characters and more that hold a shorter word: 机器 is not in 机器人. Texts are compared by pairs
 * of characters, and such a pair is no word that two of them share. What only narrows its word (订单号) is not listed: who
 * asks for the one may be helped by the other.
 *
 * @module
 */
import { type WordList, wordList } from "../../index/words/word_list.ts";

/** The shorter word means something else: nobody who says or types it means these. */
export const OTHER_MEANING: WordList = wordList(`
  机器人 机器猫 数据线 服务员 计算机 计算器 处理器 编辑部 解释器 选择器 触发器 装饰器 寄存器 路由器 显示器 信用卡 二维码
  时间片 工作台 工作流 工作区 中间件 中间人 上下文 大小写 关键词 关键字 提示词 对话框 生产者 消费者 冷静期 供应商 自动机
  电视剧 公司法 当前读 流水线 脚手架 红黑树 反序列化
`);

/**
 * The longer word is a thing of its own: to a prompt that names the shorter one it is no help, while who searches for
 * 服务 may well look for the 服务器.
 */
const THING_OF_ITS_OWN: WordList = wordList(`
  支付宝 数据库 服务器 浏览器 编辑器 编译器 解析器 调度器
  生成器 过滤器 控制器 监听器 拦截器 迭代器 构造器 加载器 连接器 适配器 定时器 计时器
  计数器 播放器 模拟器 传感器 虚拟机 打印机 收银机 咖啡机 状态机 状态码 状态栏
  会员卡 充电宝 充电桩 文件夹 手机号 验证码 邀请码 条形码 优惠券 代金券
  时间戳 时间线 时间轴 工作日 中间表
  占位符 分隔符 运算符 标识符 描述符 通配符 转义符 输入框 文本框 复选框 下拉框 搜索框 弹出框 进度条 滚动条
  工具栏 标题栏 地址栏 导航栏 侧边栏 订阅者 发布者 观察者 开发者 使用者 管理员 操作员 观察期
  运营商 开发商 服务商 代理商 提供商 自动化 电影院 图书馆 快照读 内存条
  流水号 沙箱化 白名单 黑名单 灰名单 多线程 单线程 守护者 进程池 线程池 连接池 对象池 消息队列 负载均衡
  版本号 序列号 序列化 初始化 持久化 虚拟化 国际化 本地化 容器化 组件化 可视化 格式化 规范化 归一化 量化表
`);

/** The compounds without which a record's text is read, and those that the query's own text names. */
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
 * @param lists which compounds are meant
 */
export function compoundsOf(
  pairs: readonly string[],
  said: string,
  names: string,
  lists: readonly WordList[] = [OTHER_MEANING, THING_OF_ITS_OWN],
): Compounds {
  const touching = new Set(lists.flatMap((list) =>
    pairs.flatMap((pair) => [
      ...wordsAt(list, pair),
      ...wordsAt(list, `${pair.charAt(0)} `),
      ...wordsAt(list, ` ${pair.charAt(1)}`),
    ])
  ));
  const others = [...touching].filter((word) => !names.includes(word));
  const own = [...touching].filter((word) => said.includes(word));
  const without = own.reduce((text, word) => text.replaceAll(word, "\n"), said);
  const within = new Map<string, string>();
  for (const pair of pairs) {
    const compound = without.includes(pair) ? undefined : own.find((word) => word.includes(pair));
    if (compound !== undefined) within.set(pair, compound);
  }
  return { others: others.length > 0 ? new RegExp(others.join("|"), "g") : undefined, within };
}

/** The words of the list in which a part of its text stands, a blank being the beginning or the end of one. */
function wordsAt(list: WordList, part: string): string[] {
  const found: string[] = [];
  for (let at = list.indexOf(part); at !== -1; at = list.indexOf(part, at + 1)) {
    const inside = part.startsWith(" ") ? at + 1 : at;
    found.push(list.slice(list.lastIndexOf(" ", inside) + 1, list.indexOf(" ", inside)));
  }
  return found.filter((word) => word !== "" && word !== "\n");
}

/**
 * A text of the records without what it shares with a query only by a word of another meaning; undefined if it has
 * nothing such.
 */
export function withoutOthers(text: string, { others, within }: Compounds): string | undefined {
  let left = others === undefined ? text : text.replace(others, "\n");
  for (const [pair, compound] of within) if (!text.includes(compound)) left = left.replaceAll(pair, "\n");
  return left === text ? undefined : left;
}
