/**
 * In: a prompt. Out: its intent, where v1's tables of examples (§5.1.1, §5.4) say something else of such prompts than
 * v1's words do.
 * Not done here: the words (signals.ts), and their order (intent.ts).
 *
 * @module
 */
import { rarePattern } from "../rare_pattern.ts";
import { isSocial } from "./social.ts";
import { CERTAIN, LIKELY, type Verdict } from "./verdict.ts";

/** Table 5.4: debugging is not saved. */
const DEBUGGING = rarePattern(
  [
    ...["报错", "错误", "异常", "失败", "崩溃", "排查", "调试"],
    ...["bug", "error", "exception", "trace", "crash", "fail"],
  ],
  () =>
    /报错|错误|异常|失败|崩溃|排查|调试|bug|\b(?:errors?|exceptions?|traceback|stack ?trace|crash(?:es|ed|ing)?|fail(?:s|ed|ing|ure)?|debug(?:ging)?)\b/iu,
);
/** Table 5.1.1, 无关问题: "今天天气怎么样". */
const UNRELATED = rarePattern(
  ["天气", "笑话", "星座", "彩票", "股价", "吃什么", "weather", "joke", "horoscope", "lottery"],
  () => /天气|笑话|星座|彩票|股价|吃什么|(?:^|\s)(?:weather|joke|horoscope|lottery)\b/iu,
);
/** Table 5.1.1, 编码偏好: "帮我写个函数" asks for plain code, so the user's style decides. */
const CODE_FOR_ME = rarePattern(
  ["帮我写", "help me write"],
  () =>
    /帮我写[一]?(?:个|段|下)?[^，。,.!?！？\n]{0,8}(?:函数|方法|代码|脚本)$|\bhelp me write (?:a|an|some) (?:\w+ )?(?:function|method|code|script)$/iu,
);
/** Table 5.1.1, 工具偏好: "我想用什么框架". */
const WHICH_TOOL = rarePattern(
  [
    ...["框架", "工具", "库", "语言", "编辑器", "包管理器"],
    ...["framework", "tool", "library", "language", "editor", "database", "package manager"],
  ],
  () =>
    /(?:用|选|选择|采用)(?:什么|哪个|哪种|哪款|啥)\S{0,4}(?:框架|工具|库|语言|编辑器|数据库|包管理器)|\b(?:which|what) (?:\w+ )?(?:framework|tool|library|language|editor|database|package manager) (?:do|should|would) (?:i|we)\b/iu,
);
/** Table 5.4, 重要决策: "我们决定使用 FastAPI". */
const DECISION = rarePattern(
  [
    ...["决定", "确定", "商定", "约定", "选定", "选择", "统一", "改用"],
    ...["decided", "agreed", "chose", "settled", "standardi", "let's"],
  ],
  () =>
    /(?:我们?|团队|最终|最后|已经?)(?:决定|确定|商定|约定|选定|选择了?|统一(?:用|使用|采用)|改用)|^(?:决定|约定|统一(?:用|使用|采用))|\bwe(?:'ve| have)? (?:decided|agreed|chose|settled|standardi[sz]ed)\b|\blet's (?:use|go with|stick (?:to|with))\b/iu,
);
/** Table 5.4, 项目配置: "API 前缀是 /api/v2". */
const CONFIGURATION = rarePattern(
  [
    ...["前缀", "端口", "地址", "域名", "路径", "版本", "分支", "密钥名", "环境变量", "编码", "缩进", "格式"],
    ...["prefix", "port", "url", "endpoint", "host", "domain", "version", "branch", "indentation", "encoding"],
  ],
  () =>
    /(?:前缀|端口号?|地址|域名|路径|版本号?|分支|密钥名|环境变量|编码|缩进|格式)(?:号)?(?:统一)?(?:是|为|用|设为|改为|改成|[:：=])\s*(?!什么|多少|哪|啥|否|不是)[^\s?？]+[^?？吗呢]*$|(?<!what )(?<!which )\b(?:prefix|port|url|endpoint|host|domain|version|branch|indentation|encoding) (?:is|=|should be|must be) [^\s?]+[^?]*$/iu,
);
/** Table 5.1.1, 通用知识 and 语法查询: "Python 怎么读文件", "async/await 用法". */
const GENERAL_QUESTION = rarePattern(
  [
    ...["怎么", "如何", "怎样", "用法", "语法", "什么", "区别"],
    ...["how ", "what", "syntax", "usage", "difference between"],
  ],
  () =>
    /怎么|如何|怎样|用法|语法|什么是|是什么|什么意思|有什么区别|的区别|\bhow (?:to|do i|do you|does|can i)\b|\bwhat(?:'s| is| are)\b|\bsyntax\b|\busage\b|\bdifference between\b/iu,
);
const PUBLIC_SUBJECT = () =>
  /\b(?:python|javascript|typescript|java|kotlin|swift|golang|go|rust|c\+\+|c#|php|ruby|scala|perl|lua|sql|bash|shell|css|html|regex|json|yaml|async|await|promise|closure|generics?|git|linux|http|tcp)\b|(?:正则|闭包|泛型|协程|装饰器|迭代器|生成器|递归|冒泡排序|快速排序|二分查找)/iu;
const OF_HERE = () =>
  /我们|咱们|项目|这个|那个|这里|这段|这些|本地|仓库|我的|\b(?:our|my|this|that|these|here|we|repo|repository|project|codebase)\b|[\w-]+\.(?:ts|js|py|go|rs|java|json|md|toml|ya?ml|tsx|jsx|vue|css|html)\b|\w+\/\w+\//iu;

/** Whether a text names the project, or something of it: a file, "our", "this". */
export function namesHere(text: string): boolean {
  return OF_HERE().test(text);
}

/** Projects have to do with the weather too: "天气用的哪家接口" is no small talk. */
const BUILT = () =>
  /接口|服务|模块|组件|页面|功能|缓存|数据|\b(?:api|sdk|data|feed|service|widget|component|endpoint|provider|cache|job|table|model)s?\b/iu;

/** What the tables say of each kind of prompt. */
const ROWS = {
  social: { type: "independent", confidence: CERTAIN, retrieve: false, save: false },
  unrelated: { type: "new_topic", confidence: CERTAIN, retrieve: false, save: false },
  taste: { type: "preference", confidence: LIKELY, retrieve: true, save: true },
  stated: { type: "project", confidence: CERTAIN, retrieve: true, save: true },
  public: { type: "independent", confidence: CERTAIN, retrieve: false, save: false },
} as const;

function verdict(reason: keyof typeof ROWS, ...signals: readonly string[]): Verdict {
  return { ...ROWS[reason], signals, reason };
}

/** The verdict of the row that fits a prompt; undefined when none does, and the words decide. */
export function verdictOfTables(prompt: string): Verdict | undefined {
  const text = prompt.trim().replace(/[\s.。!！]+$/, "");
  if (isSocial(text)) return verdict("social");
  const unrelated = UNRELATED.find(text)?.trim();
  const isSmallTalk = unrelated !== undefined && !OF_HERE().test(text) && !BUILT().test(text);
  if (isSmallTalk) return verdict("unrelated", unrelated);
  const preference = CODE_FOR_ME.find(text) ?? WHICH_TOOL.find(text);
  if (preference) return verdict("taste", preference);
  if (isDebugging(text)) return undefined;
  const stated = DECISION.find(text) ?? CONFIGURATION.find(text);
  if (stated) return verdict("stated", stated);
  const subject = GENERAL_QUESTION.test(text) ? PUBLIC_SUBJECT().exec(text)?.[0] : undefined;
  const isGeneral = subject !== undefined && !OF_HERE().test(text);
  return isGeneral ? verdict("public", subject) : undefined;
}

/** Whether a prompt tells of a failure that is being looked into. */
export function isDebugging(prompt: string): boolean {
  return DEBUGGING.test(prompt);
}
