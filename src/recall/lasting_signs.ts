/**
 * What shows that a sentence states nothing that lasts, as parts of patterns in both languages.
 *
 * @module
 */
import type { MemoryType } from "../records/mod.ts";

/**
 * A pattern with words, between bars and in lower case. What it matches holds one of `words`, and one of `also`: they
 * are looked for before it is compiled. Of `also` only long patterns have some, whose `words` are common.
 */
export type Form = readonly [words: string, pattern: string, also?: string];

/** Ways to state one kind of thing. */
export interface LastingForms {
  readonly memoryType: MemoryType;
  /** A clause without any of these, between bars, can't match; lower case. */
  readonly hints: string;
  /**
   * `plain`: also an order for the task at hand may read like this, so it counts only where nothing says that it is
   * one. `sure`: it says of itself that it lasts.
   */
  readonly strength: "plain" | "sure";
  /** Tried where a clause begins, without the words before it that say nothing. */
  readonly forms: readonly Form[];
}

/** What asks, supposes or is not settled yet. */
export const NOT_STATED: readonly Form[] = [
  ["?|？|吗|呢|么|来着", "[?？]\\s*$|(?:吗|呢|么|来着)[。.!！~]*\\s*$"],
  [
    "should|shall|can|could|do|did|is|are|was|were|am|will|would|has|have|what|why|how|which|who|where|any idea|tell me whether|tell me if|remind me|wonder|not sure|explain to me|let me know|check if|check whether|find out|see if|see whether|look up|look at",
    "^(?:(?:and|but|so|ok|hey|also|hi)[, ]+)*(?:should|shall|can|could|do|does|did|is|are|was|were|am|will|would|has|have|what|why|how|which|who|where|when (?:do|did|does|is|are|was|will|should)|whose|is it|any idea|tell me (?:what|why|how|which|whether|if)|do we|did we|remind me|i wonder|wonder(?:ing)?|not sure|i'm not sure|explain (?:why|how|what|to me)|let me know|show me(?!.* before)|check (?:if|whether)|find out|see (?:if|whether)|look (?:up|at))\\b",
  ],
];

/** What asks within a clause; beside it something may be stated. */
export const ASKED: readonly Form[] = [
  [
    "是否|要不要|是不是|为啥|怎么|如何|怎样|什么|哪个|哪些|哪种|谁|多少|有没有|能不能|可不可以|该不该|好不好|行不行|对不对|不知道|不确定|还是|吗，|吗,",
    "是否|要不要|是不是|为什么|为啥|怎么(?!又)|如何|怎样|什么(?!都|也)|哪个|哪些|哪种|谁(?!都|也)|多少(?!次|遍)|有没有|能不能|可不可以|该不该|好不好|行不行|对不对|不知道|不确定|还是\\S+好$|吗[，,]",
  ],
];

/** What is only supposed, or asked for assent. */
export const SUPPOSED: readonly Form[] = [
  [
    "right|correct|isn't it|don't we|do we|eh|or not|what do you think|agree|对吧|对吗|是吧|哪条|哪里|哪儿|哪一|多久|几点|几个|几天|几次|几位|几号|几种|几秒|几分|几小时|几月|多长|多大|多快|多高|多少|any|还是|你觉得|会不会|some day|someday|有空|哪天",
    "\\b(?:right|correct|isn't it|don't we|do we|eh|or not|what do you think|agree[d]?)[?]|对吧|对吗|是吧|哪(?:条|里|儿|一)|多久|几(?:点|个|天|次|位|号|种|秒|分|小时|月)(?!后|内)|多(?:长|大|快|高|少)|^(?:any|anyone|anybody|anything) (?:way|chance|idea|reason|luck|thoughts|hint)|是\\S+还是\\S+$|你觉得|会不会|\\bsome day\\b|\\bsomeday\\b|有空|哪天",
  ],
  [
    "maybe|perhaps|might|possibly|thinking of|thinking about|consider|wonder|not sure|what if|suppose|imagine|let's say|hypothetically|in theory|toying with|would it|would that|could also|could use|could go|could try|n't sure|decided|chose|went|switched|moved|used|dropped|whether",
    "\\b(?:maybe|perhaps|might|possibly|thinking (?:of|about)|consider(?:ing)?|wonder(?:ing)?|not sure|what if|suppose|imagine|let's say|hypothetically|in theory|toying with|not decided|undecided|haven't decided|would (?:it|that)|could (?:also|use|go|try)|(?:not|n't) sure|if (?:we|i) (?:decided|chose|went|switched|moved|used|dropped)|whether)\\b",
  ],
  [
    "如果我|假如|假设|要是我们|也许|或许|可能要|可能会|可能得|可能是|考虑|在想|我想要不|要不我们|要不就|要不先|要不试|要不换|要不改|还没定|还没决定|还没确定|没想好|打算|说不定|大概|估计|万一|琢磨|犹豫|讨论一下|建议|评估|对比|看看能|看看要|看看有|试试",
    "如果我们?(?:决定|改|换|用|选|迁)|假如|假设|要是我们|也许|或许|可能(?:要|会|得|是)|考虑|在想|我想要不|要不(?:我们|就|先|试|换|改)|还没(?:定|想好|决定|确定)|没想好|打算|说不定|大概|估计|万一|琢磨|犹豫|讨论一下|建议|评估|对比|看看(?:能|要|有)|试试",
  ],
];

/** What holds for the task, the place or the day at hand. */
export const ONE_OFF: readonly Form[] = [
  [
    "for |right now|this time|this once|just this|just once|just now|only this|only once|temporary|temporarily|until then|until tomorrow|until monday|until the demo|until friday|until next|quick|stopgap|workaround|throwaway|today|tonight|afternoon|morning|evening|in this |in that |on this |on that |to this |to that |from this |from that |inside this |inside that |of this |of that |at this |at that |yet|later|in the meantime|meanwhile|off|exception|don't bother",
    "\\b(?:for (?:now|the moment|today|the demo|(?:this|that)$|this,|(?:this|that) (?:one|commit|pr|task|time|file|function|test|branch|change|once|release|sprint|spike|prototype|case))|right now|this (?:time|once)|just (?:this|once|today|now)|only (?:this|today|once)|temporar(?:y|ily)|for a (?:moment|second|minute|while)|until (?:then|tomorrow|monday|the demo|friday|next)|as a (?:quick|temporary|stopgap|one-off|workaround)|quick (?:hack|fix|and dirty)|throwaway|today|tonight|this (?:afternoon|morning|evening)|(?:in|on|to|from|inside|of|at) (?:this|that) (?:new )?(?:function|file|method|class|test|case|component|page|script|branch|commit|pr|pull request|module|line|block|loop|query|view|form|screen|migration|snippet|example|task|ticket|one|step|endpoint|helper|hook|table|notebook|spike|prototype|draft|run|instance|dialog)|yet|later|in the meantime|meanwhile|one[- ]off|exception(?:ally)?|don't bother)\\b",
  ],
  ["here", "^(?:please )?(?:use|don't|do not|never|keep|leave|skip|add|put|no)\\b[^,]*\\bhere\\b(?! on)"],
  [
    "暂时|临时|这次|这一次|本次|这回|这里|此处|这个|这段|这行|这处|这条|这张|这两个|这几个|这一步|这一版|今天|今晚|现在先|目前先|目前就|那个|那段|那行|那处|那条|那张|那两个|那几个|结束前|明天|先这样|先别|先不|先用|先把|先写死|先跳过|先放|先看|先修|先改|先做|先跑|先弄|先搞|先按|先关|先注释|先简单|就这样|演示用|等会|等一下|等下|稍后|回头|晚点|以后再|之后再|将来再|后面再|下次再|仅此一次|破例|例外|本函数|本文件|本方法|本页",
    "暂时|临时|这次|这一次|本次|这回|这里(?!的规矩|的规范)|此处|这个(?:函数|文件|方法|类|测试|组件|页面|脚本|分支|提交|接口|模块|用例|循环|查询|表单|按钮|弹窗|例子|请求|字段|需求|任务|功能|参数|变量|pr|mr|迁移|报错|问题|bug)|这(?:段|行|处|条|张|两个|几个|一步|一版)|今天(?!开始|起|开会|会上|决定|定)|今晚|现在先|目前先|目前就|那(?:个|段|行|处|条|张|两个|几个)(?:函数|文件|方法|类|测试|组件|页面|循环|脚本|分支|提交|接口|模块|用例|查询|表单|按钮|弹窗|例子|请求|字段)|这个(?:不要|别|用|先|就)|就这个版本|结束前|明天|先(?:这样|别|不|用|把|临时|写死|跳过|放|看|修|改|做|跑|弄|搞|按|关|注释|简单)|就这(?:样|一次)|演示用|等(?:会|一下|下)|稍后|回头|晚点|以后再|之后再|将来再|后面再|下次再|仅此一次|破例|例外|本(?:函数|文件|方法|页)",
  ],
];

/** Orders for the work at hand: what "must" be so in them is what is to be built. */
export const TASK: readonly Form[] = [
  [
    "add|write|fix|make|implement|create|change|update|delete|rename|refactor|build|show|display|generate|ensure|move|extend|put|insert|hide|replace|convert|set|render|disable|enable|switch|turn|adjust|align|highlight|validate|check|look|find|debug|investigate|draft|design|migrate|port|extract|split|merge|wire|hook|connect|parse|load|fetch|print|increase|decrease|bump|test|review|clean|improve|optimise|optimize|simplify|try|apply|revert|run|install|upgrade|copy|paste|tweak|style|sort|filter|limit|cache|handle|catch|expose|register|translate|describe|list|count|compare|use|finish|complete|go on|continue|proceed|do",
    "^(?:(?:please|now|then|also|ok|and|so|next|first|can you|could you|let's|i need you to|i want you to|i'd like you to)[, ]+)*(?:add|write|fix|make|implement|create|change|update|remove|delete|rename|refactor|build|show|display|generate|ensure|move|extend|put|insert|hide|replace|convert|rewrite|set up|set|render|disable|enable|switch|turn|adjust|align|highlight|validate|check|look|find|debug|investigate|draft|design|migrate|port|extract|split|merge|wire|hook|connect|document|port|parse|load|fetch|return|print|increase|decrease|bump|test|review|clean|improve|optimi[sz]e|simplify|try|apply|revert|undo|run|install|upgrade|copy|paste|tweak|style|sort|filter|limit|cache|handle|catch|expose|register|translate|describe|list|count|compare|use|finish|complete|go on|continue|proceed|do)\\b",
  ],
  [
    "need|want|would like|'d like|have to add|have to fix|must fix|should fix",
    "^(?:i|we) (?:need|want|would like|'d like|have to add|have to fix|must fix|should fix)(?: to (?:add|fix|build|implement|create|change|have|get|show|see|find|make|write|do|test|check|update|remove|rename|move|refactor))?\\b(?! (?:you|always|never))",
  ],
  [
    "fix|implement|build|add|do|make|change|find|check|look|profile|write|investigate|see|adapt|update|handle|correct|repair|solve|debug|refactor|extend",
    "[,;–-]\\s*(?:so |please |and |can you |then |now |let's )*(?:fix|implement|build|add|do|make|change|find|check|look|profile|write|investigate|see|adapt|update|handle|correct|repair|solve|debug|refactor|extend)\\b[^,;]*$",
  ],
  [
    "给|把|将|加个|加上|写|造|修|改一下|改下|实现|做|新增|新建|创建|生成|删掉|删除|移除|更新一下|让|补|统一一下|重构|优化|调整一下|增加|添加|看|查|跑一下|试|翻译|解释|总结|润色|继续|参照|参考|按照|根据|照着|用第|用方案|用这|用那",
    "^(?:请|帮我|帮忙|麻烦|再|然后|接着|现在|给我|你)*(?:给(?!我)|把(?!握)|将(?!来)|加[个上]|写一?[个段条篇封]|造|修(?!改)|改一下|改下|实现|做个?|新增一?个|新建一?个|创建|生成|删掉|删除|移除|更新一下|让|补个?|补充?一?下|统一一下|重构|优化|调整一下|增加一?个|添加|检查|看一?下|看看|查|排查|跑一下|试|翻译|解释|总结|润色|继续|参照|参考|按照|根据|照着|用(?:第|方案|这|那))",
  ],
  [
    "打个tag|改|修|实现|加|处理|做|查|看|帮我|调|补|找|优化|下|写|换|完善|开始|不然",
    "打个tag|[，,；;](?:请|帮我|麻烦|你)?(?:改一?下|修一?下|修复|实现一?下|加一?下|处理一?下|做一?下|查一?下|看一?下|看看|把[^，,。]+做了|排查|帮我|调一?下|补上|补一?下|检查|找一?下|找找|优化|写一?下|写一?个|做一?个|加一?个|加上|补一?个|换一?个|重写|完善|开始|不然)[^，,；;]*$",
  ],
];

/** What asks for work on a text, which then is somebody else's; and what tells that somebody else says it. */
export const FOREIGN_AFTER: readonly Form[] = [
  [
    "translate|summarise|summarize|rephrase|paraphrase|reword|explain|review|shorten|grammar|spelling|mean|interpret|analyse|analyze|critique|rewrite|check|describe|here's|here is|here are|below|following|this text|this sentence|this paragraph|this document|this log|this error|this message|this rule|this prompt|this snippet|this email|this commit|this mail|is this|say|output|wrote|read|start|begin|blog|tone|title|headline|slogan|subject line|found this|got this|from the",
    "\\b(?:translate|summari[sz]e|rephrase|paraphrase|proofread|reword|explain|review|shorten|grammar|spelling|mean(?:s|ing)?|interpret|analy[sz]e|critique|rewrite|check|describe|here(?:'s| is| are)|below|following|this (?:text|sentence|paragraph|document|log|error|message|rule|prompt|snippet|email|commit|mail)|is this|says?|output|wrote|reads?|start(?:s|ing)? with|begin(?:s|ning)? with|blog|tone|title|headline|slogan|subject line|found this|got this|from the)\\b",
  ],
  [
    "翻译|总结|概括|润色|改写|解释|审阅|校对|语法|什么意思|通顺|缩写|扩写|分析|如下|下面|以下|这段|这句|这篇|这封|输出|报错|提示|原文|内容|开头|语气|标题|口号|博客|写一篇|写一封|写一段|看到|写着|写道|里说|摘要|日志|来自|发来|需求",
    "翻译|总结|概括|润色|改写|解释|审阅|校对|语法|什么意思|通顺|缩写|扩写|分析|如下|下面|以下|这段|这句|这篇|这封|输出|报错|提示|原文|内容|开头|语气|标题|口号|博客|写一[篇封段]|看到|写着|写道|里说|摘要|日志|来自|发来|需求$|的需求",
  ],
];

/** What tells that a text, and not the person, says it. */
export const FOREIGN_SAYS: readonly Form[] = [
  [
    "say|said|state|claim|read|tell|told|mention|recommend|suggest|warn|complain|want|goes|advise",
    "\\b(?:readme|docs?|documentation|comments?|linter|lint|eslint|compiler|error(?: message)?|message|log|article|blog(?: post)?|post|tutorial|spec|specification|rfc|manual|book|stack ?overflow|example|template|tooltip|changelog|contract|website|wiki page|style ?guide|guide|warning|ticket|issue|e?mail|chatgpt|copilot|interviewer|quote)s?\\b[^.,;]{0,20}\\b(?:says?|said|states?|claims?|reads?|tells?|told|mentions?|recommends?|suggests?|warns?|complains?|wants?|goes|advises?)\\b",
  ],
  [
    "according to|it says|there says|supposedly|allegedly|i read that|i read somewhere|i heard that|i heard somewhere|string|label|text|message|sentence|banner|tooltip|placeholder|caption|heading",
    "\\baccording to\\b|\\b(?:it|there) says\\b|\\bsupposedly\\b|\\ballegedly\\b|\\bi (?:read|heard) (?:that|somewhere)\\b|\\b(?:a|the|this|that) (?:string|label|text|message|sentence|banner|tooltip|placeholder|caption|heading)\\b",
  ],
  [
    "说|写着|写了|写的|里写|讲|提到|提示|建议|推荐|声称|要求|里有|显示|警告|所谓|文案|一句|一行|一段|字样",
    "(?:readme|文档|注释|报错|错误信息|日志|文章|博客|教程|规范文档|手册|书|网上|提示|公告|邮件|工单|说明|官网|模板|例子|chatgpt|stack ?overflow|eslint|lint|编译器)[^，,。]{0,6}(?:说(?!明)|写着|写了|写的|里写|讲|提到|提示|建议|推荐|声称|要求|里有|显示|警告)|据说|听说|有人说|所谓|文案|(?:加|显示|写|改成)(?:上)?一(?:句|行|段)(?:话|文字)?|字样|一句",
  ],
];

/** What tells of something that goes wrong, or of what was. */
export const REPORT: readonly Form[] = [
  [
    "flicker|is always empty|is always null|is always undefined|is always zero|is always wrong|is always slow|is always red|are always empty|are always null|are always wrong|never |since then|fail|crash|throws| out|timeout|broken|hang|flaky|flakes|return|get|used to have|used to be|used to use|used to do|used to work|complain|doesn't work|not working|stopped working|reload|trace",
    "\\b(?:flickers?|never finish(?:es)?|is always (?:empty|null|undefined|zero|wrong|slow|red)|are always (?:empty|null|wrong)|never (?:get|gets|arrives?|shows?|loads?|ends?|returns?)|since then|fails?|failed|failing|crash(?:es|ed|ing)?|throws|times? out|timeouts?|broken|hangs?|flak(?:y|es)|returns? (?:404|500|null|undefined|an? (?:error|empty))|gets? (?:an? )?(?:error|timeout|404|500|null)|used to (?:have|be|use|do|work)|complain(?:s|ing)?|doesn't work|not working|never worked|stopped working|reloads?|stack ?trace)\\b",
  ],
  [
    "老是卡|总是空|闪一下|没收到|全挂|失败|报错|崩溃|挂了|一直挂|超时|卡死|卡住|闪退|白屏|不生效|没反应|跑不通|跑通过|丢失|乱码|会刷新|变慢|很慢|总是慢|抱怨|导出慢|找不到|404|500",
    "老是卡|总是空|闪一下|没收到|全挂|失败|报错|崩溃|挂了|一直挂|超时了?$|卡死|卡住|闪退|白屏|不生效|没反应|跑不通|跑通过|丢失|乱码|会刷新|变慢|很慢|总是慢|抱怨|导出慢|找不到|404|500",
  ],
];

/** Words before a clause that say nothing of it. */
export const LEADING =
  "^(?:(?:ok(?:ay)?|alright|all right|right|so|and|but|also|oh|well|hey|btw|by the way|one more thing|one thing|fyi|then|yes|yeah|yep|sure|good|great|thanks|thank you|perfect|again|just|note|note that|remember|please note|please|pls|important|careful|attention|heads up|reminder|listen|look|sorry|hm+|actually|honestly|personally|frankly|generally|in addition|besides|finally|first|second|because|since|as|plus|ps|p\\.s\\.)\\b[\\s,.:;!–—-]*)+|^(?:(?:好的?|行|嗯+|哦|那|那么|另外|还有|对了|请|麻烦|顺便(?:说一?下|提一?下)?|注意|提醒一下|补充(?:一下|一点)?|而且|并且|但是?|不过|所以|因此|然后|再说一遍|强调一下|说一下|说明一下|首先|其次|最后|可以|没问题|谢谢|收到|同时|其实|嘛|啊|另|ps)[，,、：:；;！!\\s]*)+";

/** What outweighs an order: it says of itself that it lasts. */
export const LASTS: readonly Form[] = [
  [
    "from now on|from here on|from today on|from this point on|going forward|future|as a rule|every time|each time|always|never|more",
    "\\b(?:from (?:now|here|today|this point) on|going forward|in (?:the )?future|as a rule|whenever|every time|each time|always|never|any ?more)\\b",
  ],
  [
    "以后|今后|往后|从现在起|从现在开始|从今|永远|每次|一律|始终",
    "以后|今后|往后|从现在(?:起|开始)|从今|永远|每次|一律|始终",
  ],
];
