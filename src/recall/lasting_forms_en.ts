/**
 * How people state in English what holds from now on, as parts of patterns.
 * Not done here: which of a prompt's words are its person's, and where a sentence begins (lasting.ts).
 *
 * Before each part stand the words that it can't match without; whoever changes one looks at the other.
 * No part repeats what itself repeats, nor two parts that match the same: a sentence is read in no time.
 *
 * @module
 */
import type { LastingForms } from "./lasting_signs.ts";

const DO_EN =
  "(?:use|write|run|add|commit|put|keep|name|create|edit|push|merge|call|touch|change|delete|remove|store|log|ask|test|mock|format|answer|reply|respond|explain|show|give|set|prefer|start|begin|end|check|document|import|export|return|throw|catch|wrap|split|squash|rebase|deploy|release|ship|force|skip|ignore|assume|guess|suggest|install|include|leave|mention|do|make|let|go|read|work|deal|handle|round|cache|hard-?code|rely|expose|send|save|open|close|update|upgrade|pin|bump|tag|sign|review|rename|move|copy|generate|stop|summari[sz]e|translate|speak|talk|apologi[sz]e|wait|tell|amend|modify|introduce|duplicate|swallow|block|trust|treat|prefix|validate|escape|sanitize|quote|sort|order|group|nest|inline|abbreviate|capitali[sz]e|reference|link|cite|quote|provide|be)";
/** Things that a rule may be about, as against the button or the page at hand. */
const KIND_EN =
  "(?:commits?|commit messages?|pull requests?|prs?|branch(?:es)?|branch names?|tests?|unit tests?|migrations?|secrets|credentials|passwords|tokens|errors|exceptions|endpoints|apis|functions|methods|comments|names|variables|variable names|constants|classes|files|file names|components|modules|packages|dependencies|code|releases|deploys|deployments|logs|log messages|timestamps|dates|times|amounts|money|prices|currency|ids|tables|table names|columns|queries|requests|responses|reviews|tickets|docs|documentation|configs?|settings|feature flags|hotfixes|schemas?|services|jobs|scripts|types|interfaces|enums|routes|urls|events|hooks|styles|imports|exports|backups|changelogs?)";
const MUST_EN =
  "(?:must|should|shall|ha(?:s|ve) to|needs? to|may not|may only|can only|cannot|can't|can not|is to|are to|ought to|(?:is|are|get|gets) (?:always|never|only|not)|always|never|go(?:es)? (?:in|into|to|through|under)|belongs?|lives? in|stays? (?:in|under|below)|requires?|gets? (?:an?|its|their|no)|is required|are required|(?:is|are) (?:written|named|called|stored|kept|logged|formatted|signed|squashed|versioned|prefixed|in utc|in english|in german|utc|english|forbidden|mandatory|banned|off limits|not allowed))";
/** Who decides beside the person. */
const WHO_EN =
  "(?:the (?:team|client|customer|boss|cto|ceo|board|lead|architects?|designers?|product owner|security team|company)|legal|management|product|security|compliance|ops|design|marketing|finance|my (?:boss|lead|manager|team)|our (?:lead|client|cto|team|customer|lawyers?))";
/** What is chosen for the moment: the second variant, your idea, this one. */
const AT_HAND_EN =
  "(?!(?:the |your |that |this |these |those )?(?:\\w+ )?(?:first|second|third|last|latter|former|other|one|ones|option|variant|approach|version|plan|solution|idea|suggestion)\\b)";

// deno-fmt-ignore: a part to a line
/** In the order in which they are tried. */
export const FORMS_EN: readonly LastingForms[] = [
  {
    memoryType: "O",
    strength: "sure",
    hints:
      "now on|onwards|onward|going forward|future|henceforth|here on|today on|every time|whenever|as a rule|by default|anymore|any more|next time|rule|convention|policy|each time|at all times|standard",
    forms: [
      ["from now on|from here on|from today on|from this point on|going forward|moving forward|henceforth|future|as a |at all times", "(?:.*\\s)?(?:from (?:now|here|today|this point) on(?:wards?)?|from here on out|going forward|moving forward|henceforth|in (?:the )?future|for (?:all )?future \\w+|as a (?:general )?rule|at all times)\\b"],
      ["whenever|every time|each time|next time", `(?:whenever|every time|each time|next time) (?:you|we|somebody|someone|anyone)\\b.*,\\s*(?:please |also |always |never |you |we )*(?:${DO_EN}|don't|do not|must|have to|should)\\b`, "you|we|somebody|someone|anyone"],
      ["whenever|every time|each time", `(?:please )?(?:always |never )?${DO_EN}\\b.*\\b(?:whenever|every time|each time) (?:you|we|somebody|someone|anyone)\\b`, "you|we|somebody|someone|anyone"],
      ["rule|convention|policy|guideline|standard|agreement", "(?:a |one |our |the |my )?(?:new |general |golden |hard |team |house |first |second |important |another |ground )*(?:rule|rules|convention|policy|guideline|standard|agreement)(?: (?:here|for you|for us|for this (?:repo|project)|in this (?:repo|project|codebase)|of thumb|on (?:our|the) \\w+))?\\s*(?::|is\\b|are\\b|-|–)", ":|is|are|-|–"],
      ["by default", `by default\\b.{0,4}\\b(?:please |you |we )*${DO_EN}\\b`],
      [" by default", `(?:please )?${DO_EN}\\b.* by default$`],
      ["more", "(?:please )?(?:don't|do not|no|stop|we don't|we do not|we won't|we will not|i don't want).*\\bany ?more$"],
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "always|never|ever|without",
    forms: [
      ["always|never", `(?:please )?(?:always|never(?: ever)?) ${DO_EN}\\b`, "use|write|run|add|commit|put|keep|name|create|edit|push|merge|call|touch|change|store|log|ask|test|mock|format|answer|reply|respond|explain|show|give|set|prefer|start|end|check|import|export|return|throw|catch|wrap|split|squash|rebase|deploy|release|ship|force|skip|ignore|assume|guess|suggest|install|include|leave|mention|do|make|let|go|read|work|deal|handle|round|cache|hard|rely|expose|save|open|close|update|upgrade|pin|bump|tag|sign|review|move|copy|generate|stop|summarise|summarize|translate|speak|talk|wait|tell|modify|introduce|duplicate|swallow|block|trust|treat|prefix|validate|escape|sanitize|quote|sort|order|group|nest|inline|abbreviate|capitalise|capitalize|reference|link|cite|provide|be"],
      ["ever ", `(?:please )?(?:don't|do not|dont) (?:you )?ever ${DO_EN}\\b`, "don't|do not|dont"],
      ["we always |we never ", "we (?:always|never) (?!get|see|said|told|asked|mind|know|knew|had|got|did|have\\b|answered|seem)\\w+"],
      ["you always |you never ", `you (?:always|never) ${DO_EN}\\b(?!.*\\bthanks?\\b)`],
      ["should|must|need to|have to|want to|ought to|shall", "(?:we|you|i) (?:should|must|need to|have to|want to|ought to|shall) (?:always|never)\\b", "always|never"],
      ["i always |i never ", "i (?:always|never) (?:use|write|work|name|keep|put|want|prefer|start|run|commit|deploy|like|format|read|squash|rebase|need|touch|push|type|set)\\b"],
      [" to always| to never", "i (?:like|want|expect|need)(?: you)? to (?:always|never)\\b"],
      ["always|never", `(?:the |our |my )?(?:\\w+ )?${KIND_EN} (?:must |should |are |is |have to |get |go |need to )?(?:always|never)\\b`, "commit|pull request|pr|branch|test|migration|secrets|credentials|passwords|tokens|errors|exceptions|endpoints|apis|functions|methods|comments|names|variables|constants|classes|files|components|modules|packages|dependencies|code|releases|deploys|deployments|logs|log messages|dates|times|amounts|money|currency|ids|tables|columns|queries|requests|responses|reviews|tickets|docs|documentation|config|settings|feature flags|hotfixes|schema|services|jobs|scripts|types|interfaces|enums|routes|urls|events|hooks|styles|imports|exports|backups|changelog"],
      ["without ", "(?:please )?(?:don't|do not|dont|never|nobody|no one|nothing|no \\w+ (?:is|are|gets?|goes)).*\\bwithout (?:asking|telling|confirming|consulting|talking|informing|my |checking|a (?:ticket|review|test|down|rollback)|an? approv|approval|review|tests?|permission)"],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints:
      "must|should|shall|have to|has to|need to|needs to|may |can only|can't|cannot| to be |belong|live|stay|go |goes |require|allowed|forbidden|mandatory|banned|are |is |only|off limits|always|never|get |gets ",
    forms: [
      ["must|should|shall|has to|have to|need|may not|may only|can only|cannot|can't|can not|is to|are to|ought to|is only|is not|are only|are not|always|never|go|belong|live|stay|require|get|written|named|called|stored|kept|logged|formatted|signed|squashed|versioned|prefixed|in german|utc|english|forbidden|mandatory|banned|off limits|not allowed", `(?:all|every|each|any|no|new|only|both|our|the|public|private|internal|external)(?: [\\w-]+){0,5}? (?:${KIND_EN}|change to [\\w ]+|change(?:s)?|release|service|endpoint|request|function|query|table|column|secret|class|error|component|module|package|dependency|hotfix|job|script|file|method|route|event|feature|ticket|review|bug|bugfix|fix|repo|repository|pipeline|team|developer)(?: \\w+){0,4} ${MUST_EN}\\b`, "commit|pr|branch|test|migration|credentials|passwords|tokens|exceptions|apis|comments|names|variables|constants|dependencies|code|deploys|deployments|logs|log messages|dates|times|amounts|money|currency|ids|queries|responses|docs|documentation|config|settings|schema|types|interfaces|enums|urls|hooks|styles|imports|exports|backups|change|release|service|endpoint|request|function|query|table|column|secret|class|error|component|module|package|dependency|job|script|file|method|route|event|feature|ticket|review|bug|fix|repo|pipeline|team|developer"],
      ["must|has to|have to|may not|may only|is required|are required|need|get", `(?:all|every|each|any|no) (?:\\w+ ){1,4}(?:must|has to|have to|may not|may only|is required|are required|needs? (?:a|an|to)|gets? (?:a|an|its|split|reviewed|squashed|signed))\\b`, "all |every |each |any |no "],
      ["must|should|shall|has to|have to|need|may not|may only|can only|cannot|can't|can not|is to|are to|ought to|is only|is not|are only|are not|always|never|go|belong|live|stay|require|get|written|named|called|stored|kept|logged|formatted|signed|squashed|versioned|prefixed|in german|utc|english|forbidden|mandatory|banned|off limits|not allowed", `${KIND_EN}(?: \\w+){0,4}? ${MUST_EN}\\b`, "commit|pull request|pr|branch|test|migration|secrets|credentials|passwords|tokens|errors|exceptions|endpoints|apis|functions|methods|comments|names|variables|constants|classes|files|components|modules|packages|dependencies|code|releases|deploys|deployments|logs|log messages|dates|times|amounts|money|currency|ids|tables|columns|queries|requests|responses|reviews|tickets|docs|documentation|config|settings|feature flags|hotfixes|schema|services|jobs|scripts|types|interfaces|enums|routes|urls|events|hooks|styles|imports|exports|backups|changelog"],
      ["nobody |no one |everyone |everybody |nothing ", `(?:nobody|no one|everyone|everybody|nothing) (?:\\w+ ){0,3}?(?:merges?|pushes|deploys?|touch(?:es)?|goes|ships?|commits?|uses?|gets?|edits?|calls?|writes?|has|must|may|should|can|is allowed)\\b`],
      ["must|may not|may only|have to|are not allowed to|aren't allowed to|are only allowed to|can only|are required to|shouldn't|should not|should only", `(?:we|you) (?:must|mustn't|must not|may not|may only|have to|are not allowed to|aren't allowed to|are only allowed to|can only|are required to|shouldn't|should not|should only)\\b(?!.*\\b(?:first|now|today|tomorrow)\\b)`, "we |you "],
      ["not allowed|only allowed|required|obliged|supposed|bound", "we(?:'re| are) (?:not allowed|only allowed|required|obliged|supposed|bound)\\b"],
      ["it's |it is |that's |that is ", "(?:it(?:'s| is)|that(?:'s| is)) (?:forbidden|mandatory|not allowed|prohibited|banned|required|a must|a no-go|off limits)\\b.*\\bto\\b", "to"],
      ["forbidden|mandatory|prohibited|banned|off limits|not allowed|taboo|a must", "(?:.*) (?:is|are) (?:strictly |absolutely |always )?(?:forbidden|mandatory|prohibited|banned|off limits|not allowed|taboo|a must)(?: (?:in|for|on|without|outside|during) .*)?$"],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "when|before|after|if |every|each|treat |indent|name |log |format |prefix|keep |sign |pin |store ",
    forms: [
      ["remember to |don't forget to |make sure to |be sure to ", "(?:please )?(?:remember|don't forget|make sure|be sure) to .*\\b(?:every|each|any|always|whenever)\\b"],
      ["treat |indent |name |log |format |prefix |suffix |squash |pin |store |spell |capitalise |capitalize |keep |sign |document ", "(?:please )?(?:treat|indent|name|log|format|prefix|suffix|squash|pin|store|spell|capitali[sz]e|keep|sign|document) (?!going\\b|it up|on\\b|up\\b|calm|in mind)(?!.*\\b(?:the|this|that|these|those|it|its|my|your|here|a|an)\\b)(?:\\S+ ){1,12}\\S+$"],
      ["when|if|before|after|once", `(?:when|if|before|after|once) (?:you|we|somebody|someone) (?:write|add|change|create|commit|edit|touch|deploy|merge|rename|delete|remove|push|release|make|finish|open|answer|explain|refactor|introduce|name|generate|fix|start|are done|are unsure|aren't sure|don't know|need)\\b[^,]*,\\s*(?:please |also |always |never |then )*(?:${DO_EN}|don't|do not|you must|you have to)\\b`, "when you |when we |when somebody |when someone |if you |if we |if somebody |if someone |before you |before we |before somebody |before someone |after you |after we |after somebody |after someone |once you |once we |once somebody |once someone "],
      ["before |after ", `(?:please )?(?:run|ask|check|tell|show|explain|update|format|lint|test|read) .*\\b(?:before|after) (?:you |we )?(?:every|each|any|commit|push|merg|delet|deploy|writ|chang|touch|edit|start|mak|install|add)\\w*`, "run |ask |check |tell |show |explain |update |format |lint |test |read "],
      ["ask ", "(?:you must |you have to |please )?ask (?:me )?(?:first |for permission )?before (?:you |any|every|delet|touch|install|chang|add|remov|push|run)"],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "we |our |in this |in our |you can|you may not|you must|you should",
    forms: [
      ["we only |we all |we usually |we generally |we normally |we strictly |we exclusively |we consistently |we typically ", "we (?:only|all|usually|generally|normally|strictly|exclusively|consistently|typically) \\w+"],
      ["our ", "our (?:\\w+ ){0,3}(?:convention|rule|policy|standard|style|habit|practice|way|norm|guideline|naming|process|workflow)s?\\b.*\\b(?:is|are|says?|requires?|means?|:)", "is|are|say|require|mean|:"],
      ["repo|project|codebase|code base|team|company|org|service", "(?:in|for|across|within) (?:this|our|the|these) (?:repo|repository|project|codebase|code base|team|company|org|monorepo|service)s?,? (?:we|you|everything|everyone|nobody|all|no|never|always|use|don't)\\b", "in this |in our |in the |in these |for this |for our |for the |for these |across this |across our |across the |across these "],
      ["we don't |we do not |we never |we won't |we will not |we no longer ", "we (?:don't|do not|never|won't|will not|no longer) (?:use|do|write|mock|allow|support|commit|push|merge|deploy|store|log|ship|add|want|accept|keep|test|import|call|touch|need|put|name|cache|expose|hard-?code|catch|squash|rebase|force|run|work|maintain|mix|nest|abbreviate|throw|go)\\b(?!.*\\byet\\b)(?!\\s+(?:know|it|that|this|have|to))"],
      ["we ", "we (?:use|name|write|keep|store|deploy|format|prefix|version|log|test|call|release|ship|squash|rebase|tag|run|follow|host|put|work with|build with|are on|stick to|pin|sign) [^,]*(?:, ?(?:not|never|no)|\\b(?:instead of|rather than|not)\\b|\\bhere\\b|\\beverywhere\\b|\\bfor (?:all|every|everything)\\b|\\bonly\\b|\\bin (?:this|our) (?:repo|project|team|codebase)\\b)", "never|no|instead of|rather than|here|for all|for every|only|repo|project|team|codebase"],
      ["we ", "we (?:also |now |all |currently )?(?:use|write|bill|store|deploy|release|name|log|host|support|format|follow|sign|review|squash|rebase|track|charge|publish|document|encrypt|hash|round|pin|version|prefix|tag|model|batch|practi[cs]e|build with|work with|target) (?!(?:this|that|it|these|them)\\b)(?!.*\\b(?:but|and now|so|because of this)\\b)(?:\\S+ ){0,14}\\S+$", "use|write|bill|store|deploy|release|name|log|host|support|format|follow|sign|review|squash|rebase|track|charge|publish|document|encrypt|hash|round|pin|version|prefix|tag|model|batch|practice|practise|build with|work with|target"],
      ["can't|cannot|can not|may not|must not|mustn't|shouldn't|should not", "(?:you|we) (?:can't|cannot|can not|may not|must not|mustn't|shouldn't|should not) (?:use|touch|call|import|commit|merge|edit|change|add|install|access|store|log|expose)\\b(?! (?:it|this|that)\\b)", "you|we"],
      ["no ", "no (?:\\w+ ){1,4}(?:in|inside|within|for|on|outside) (?:this|our|the) (?:repo|repository|project|codebase|code|api|team|backend|frontend|tests?|domain|main|core)\\b", "repo|project|code|api|team|backend|frontend|test|main|core"],
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "prefer|rather|like|hate|can't stand|fan of|want|favor|favour|love|annoy|used to",
    forms: [
      [" prefer ", `i(?: really| strongly| usually| generally| always| much| would| do|'d|)* prefer (?!(?:it|that|this)\\b)${AT_HAND_EN}`],
      [" prefer ", `we(?: all| strongly| usually| generally|)* prefer (?!(?:it|that|this)\\b)${AT_HAND_EN}`, "we"],
      ["prefer ", `(?:please )?prefer ${AT_HAND_EN}.*\\b(?:over|to|instead|rather|whenever|where|,)`],
      ["my preference is|my preference :|our preference is|our preference :|a personal preference is|a personal preference :", "(?:my|our|a personal) preference (?:is|:)"],
      ["i'd |i would ", `i(?:'d| would) (?:much )?rather (?!not\\b|be\\b)(?:have|use|see|keep|you|we|read|write|get|work)\\b(?! (?:it|this|that)\\b)`],
      ["hate|dislike|detest|despise|can't stand|cannot stand|can't bear|loathe", "i (?:really |absolutely |just |do |honestly )?(?:hate|dislike|detest|despise|can't stand|cannot stand|can't bear|loathe) (?!this|that|the|how|my|these|it\\s*$|to (?:ask|say|admit))"],
      ["like ", "i (?:really |just )?(?:don't|do not) (?:really )?like (?!this|that|the|how|it\\b|your|what|where)", "don't|do not"],
      ["annoys|bothers|bugs|irritates", "it (?:annoys|bothers|bugs|irritates) me when (?:you|code|tests|people|functions|answers)"],
      ["i'm |i am ", "i(?:'m| am) (?:really |personally )?(?:not (?:really )?)?(?:a (?:big |huge )?fan of|fond of|keen on|in favou?r of|used to|allergic to) (?!this|that|the|your)"],
      ["like|love|favo", "i (?:really |generally |usually |personally )?(?:like|love|favou?r) (?:it when|when|to|my|short|small|concise|brief|plain|simple|explicit|verbose|detailed|terse|tabs|spaces|strict|flat|early|named|long|pure|clear|direct|step-by-step|functional|bullet|\\w+ (?:over|better than|more than|rather than))\\b", "i "],
      ["i want|i expect|i need|i would like|i 'd like", `i (?:want|expect|need|would like|'d like)(?: you)? to (?:explain|ask|always|never|answer|show|tell|keep|stop|check|use|be|write|confirm|plan|see (?:a|the) (?:plan|diff)|review)\\b.*\\b(?:before|whenever|every|each|when|after|first|all|always|from|in (?:english|german|french|chinese|spanish))\\b`],
      ["i don't want |i do not want |i never want ", "i (?:don't|do not|never) want (?:you to )?(?:any |to see |see |comments|emojis?|explanations|summar|long|apolog|use|touch|change|add|write|mocks|more|unasked|ask)\\w*"],
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "i usually|i mostly|i work|i only|i normally|i generally|i tend|with me|to me|talk|answer|repl",
    forms: [
      ["i usually |i mostly |i normally |i generally |i only |i typically |i tend to ", "i (?:usually|mostly|normally|generally|only|typically|tend to) (?!\\w+ed\\b|(?:get|see|had|got|need|want to know|find|wanted|have a|changed|added|removed|did)\\b)\\w+ "],
      ["when |with me|in your answers|in your replies|in your responses|in your explanations|in your messages", "(?:please )?(?:don't|do not|dont|no|never|avoid|skip|drop|stop|less|fewer|be|keep|give|speak|write|use).*\\b(?:when (?:you )?(?:talk|speak|answer|reply|write|explain|respond)\\w*(?: to me| me)?|with me|in your (?:answers|replies|responses|explanations|messages))\\b"],
      ["answer|reply|respond|talk|speak|write|explain", "(?:please )?(?:answer|reply|respond|talk|speak|write|explain)(?: to)?(?: me)?(?: always| only)? (?:in (?:english|german|french|chinese|spanish|japanese|plain|short|simple|full|bullet|a few|one|two|at most)|briefly|shortly|concisely|tersely)\\b(?!.*\\b(?:readme|doc|file|comment)\\b)", "in english|in german|in french|in chinese|in spanish|in japanese|in plain|in short|in simple|in full|in bullet|in a few|in one|in two|in at most|briefly|shortly|concisely|tersely"],
      ["keep ", "keep (?:your )?(?:answers|replies|responses|explanations|it) (?:short|brief|concise|to the point|terse)", "short|brief|concise|to the point|terse"],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "stop |avoid |don't |do not |dont |instead of|rather than|not ",
    forms: [
      ["stop ", "(?:please )?stop (?:using|writing|adding|doing|putting|making|apologi[sz]ing|asking|suggesting|changing|touching|creating|committing|explaining|repeating|mocking|saying|wrapping|abbreviating|removing|deleting|commenting|summari[sz]ing|guessing|generating|importing)\\b"],
      ["don't|do not|dont", "(?:please )?(?:don't|do not|dont) (?:use|write|add|commit|push|introduce|import|name|mix|abbreviate|hard-?code|install|create|put|store|log|mock|call|nest|catch|swallow|force[- ]push|squash|merge|generate|invent|assume|guess|suggest|apologi[sz]e|touch|edit) (?!it\\b|that\\b|this\\b|them\\b|anything else|the (?!\\w+ (?:folder|directory|prefix|branch)\\b))", "use|write|add|commit|push|introduce|import|name|mix|abbreviate|hard|install|create|put|store|log|mock|call|nest|catch|swallow|force|squash|merge|generate|invent|assume|guess|suggest|touch|edit"],
      ["avoid ", "(?:please )?avoid (?:using |writing |adding |the use of |any )?(?!this|that|it\\b|the )\\w+"],
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints:
      "exception|before|in this|in our|in all|in every|throughout|across|when you|when i|no need|ask instead|in doubt|unsure|first|for me|i find|i work|i'm a|my |only|we like|we follow|we value|that's how we|that's not how we|the way we|period|without ",
    forms: [
      ["no exception|without exception|non-negotiable|period|full stop|this is a hard rule|this is a hard requirement", ".*(?:\\b(?:no exceptions?|without exception|non-negotiable)|[,.;–-] ?(?:period|full stop)|\\bthis is a hard (?:rule|requirement))$"],
      ["project|repo|docs|documentation|code|tests|services|components|apis|endpoints|modules|files|tables|branches|commits|commit messages|pull requests|prs|team", "(?:please )?(?:use|write|keep|put|prefer|name|stick to|format|spell|store|document|indent) .*\\b(?:in|throughout|across|for) (?:this|our|the|the whole|the entire|all|all the|all our|every|any) (?:whole |entire |new |public |internal )?(?:project|repo|repository|codebase|code base|docs|documentation|code|tests|services|components|apis|endpoints|modules|files|tables|branches|commits|commit messages|new code|pull requests|prs|team)$", "use |write |keep |put |prefer |name |stick to |format |spell |store |document |indent "],
      ["ask|confirm|check|clear it|talk|discuss|run it by|show|tell|warn", "(?:i (?:need|want|expect|would like|'d like|'d prefer|prefer) (?:it if )?(?:you )?(?:to )?|please |always |you (?:should|must|have to|need to) )?(?:ask|asked|confirm|confirmed|check|checked|clear it|talk|discuss|run it by|show|tell|warn)\\b(?: \\w+){0,2} (?:me|us|first|him|her|the team)\\b.* before (?:you |any|every|each|making|delet|touch|install|chang|add|remov|push|run|merg|big|larg|starting|writing|doing)", " before you | before any| before every| before each| before making| before delet| before touch| before install| before chang| before add| before remov| before push| before run| before merg| before big| before larg| before starting| before writing| before doing"],
      ["if you", "(?:i'd prefer|i would prefer|i prefer) (?:it )?if you\\b"],
      ["unsure|not sure|doubt|unclear|stuck|ambiguous", "(?:if|when|whenever) (?:you(?:'re| are)|something is|anything is|it's|in) (?:ever )?(?:unsure|in doubt|not sure|doubt|unclear|stuck|ambiguous)\\b"],
      ["explain|summarise|summarize|apologise|apologize|repeat|ask|thank|be polite|comment|greet|mention|tell me|restate", "(?:there(?:'s| is) )?(?:absolutely )?no need to (?:explain|summari[sz]e|apologi[sz]e|repeat|ask|thank|be polite|comment|greet|mention|tell me|restate)\\b", "no need to explain|no need to summarise|no need to summarize|no need to apologise|no need to apologize|no need to repeat|no need to ask|no need to thank|no need to be polite|no need to comment|no need to greet|no need to mention|no need to tell me|no need to restate"],
      ["when i ask|if i ask|unless i ask", ".*\\b(?:only )?(?:when|if|unless) i ask(?: for (?:it|them))?$"],
      [" over ", "(?:the )?[\\w-]+ over [\\w-]+(?: for me|,? please|,? always)+$"],
      ["find ", "i (?:always |usually |just |really )?find (?!out)(?!(?:it|this|that|the|these|your)\\b).*\\b(?:hard|annoying|easier|ugly|confusing|unreadable|distracting|better|harder|useless|noisy|clearer)\\b"],
      ["i work in |i live in |based|located|i speak |i'm a |i'm an ", "i (?:work|live|am based|'m based|am located|'m located) in [a-z]|i'm (?:based|located) in |i speak |i'm (?:a|an) (?:\\w+ ){0,3}(?:developer|engineer|designer|beginner|user|person|guy|student|scientist|analyst|manager|writer)\\b"],
      ["my ", "my (?:editor|shell|time ?zone|os|keyboard|terminal|operating system|ide|native language|mother tongue|role|machine) (?:is|runs|has)\\b", " is| runs| has"],
      ["when you show|when you give|when you write|when you answer|when you reply|when you explain|when you talk|when you code|when you name|when you generate|when you create|when you refactor|when you review|when you suggest|when you commit|when you format|when you test|when you document|when you add|when you fix|when you change", "(?:please )?(?:\\w+ ){0,6}when you (?:show|give|write|answer|reply|explain|talk|code|name|generate|create|refactor|review|suggest|commit|format|test|document|add|fix|change)\\b.*"],
      ["like|value|follow|favo|practice|practise|believe in|care about|stick to", "we (?:like|value|follow|favou?r|practi[cs]e|believe in|care about|stick to) (?!this|that|it\\b|your|the (?:first|second|idea))", "we "],
      ["that's |that is |this is ", "(?:that's|that is|this is) (?:not )?(?:how|the way) we (?:do|write|name|work|build|test|handle|format)", "how|the way"],
      ["don't|do not", "we (?:don't|do not) do (?:it|that|this|things) (?:like|that|this)?"],
      ["only ", "only (?:[\\w-]+ ){1,4}(?:may|can|should|is allowed to|are allowed to|must|gets? to) (?:approve|merge|deploy|release|push|sign|publish|change|touch|edit|access|delete)\\b"],
      ["no ", "(?:also )?no (?:[\\w.'() -]+?) (?:in|on|under|inside|outside|without|across|between|for) (?:committed|new|production|prod|our|the (?:code|repo|domain|main|core|codebase|api)|components?|tests?|public|main|master|code|services?|controllers?|templates?|commits?|review|approval|fridays?)\\b", " in | on | under | inside | outside | without | across | between | for "],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: " go | goes | gets | get | own|through|next to|belong| need|not |no |never| use|live|protected",
    forms: [
      ["changes|tests|services|secrets|migrations|components|strings|errors|exceptions|titles|messages|endpoints|handlers|controllers|modules|helpers|types|config|settings|fixtures|assets|styles|releases|deployments|branches|commits|prs|pull requests|tickets|reviews|repositories|functions|tables|columns|enums|constants|feature flags|docs|keys|dates|timestamps|ids|names|variables|imports|hotfixes|features|bugs|translations|texts|jobs", "(?:the |all |our |new |database |db |schema |code |api |e2e |unit |integration |public |every |each )*(?:changes|tests|services|secrets|migrations|components|strings|errors|exceptions|titles|messages|endpoints|handlers|controllers|modules|helpers|types|configs?|settings|fixtures|assets|styles|releases|deployments|branches|commits|prs|pr titles|pull requests|commit messages|tickets|reviews|repositories|functions|tables|columns|enums|constants|feature flags|docs|keys|dates|timestamps|ids|names|variables|imports|hotfixes|features|bugs|translations|texts|jobs) (?:always |only |never |must |should |all |are |have to |need to )*(?:go|goes|live|lives|belong|belongs|get|gets|return|use|uses|come|comes|stay|stays|need|needs|start|end|follow|follows|throw|are written|kept|stored|named|run|sit|carry|own|require|have|don't|are)\\b (?!(?:missing|broken|slow|wrong|gone|failing|empty|red|green|done|ready|here|still|not|too|all|now)\\b)(?!.*\\b(?:although|but|why|again)\\b)", "go|live|belong|get|return|use|come|stay|need|start|end|follow|throw|kept|stored|named|run|sit|carry|own|require|have|don't|are"],
      ["every |each |all |any ", "(?:every|each|all|any) (?!(?:time|day|week|morning|good|right|set|clear|done|of this|rows?|cells?|buttons?|icons?|users?|items?|cards?|images?|elements?|tests? pass|inputs?)\\b)(?:[\\w-]+ ){1,3}(?:gets?|owns?|goes|go|has|have|needs?|uses?|lives?|runs?|starts?|ends?|carries|returns?|belongs?|follows?|comes?)\\b(?!.*\\b(?:although|but|why)\\b)", "get|own|go|has|have|need|use|live|run|start|end|carries|return|belong|follow|come"],
      ["main|master|develop|trunk|production", "(?:the )?(?:main|master|develop|trunk|production)(?: branch)? is (?:protected|for|frozen|read-?only|only)\\b", " is "],
      [", not |, never |, no |, they don't |, they never |, it doesn't |, and not ", "(?!(?:it|this|that|there|add|fix|make|show|sort|it's)\\b)(?:the |our |all )?(?:[\\w./-]+ ){1,6}(?:goes?|live|lives|belongs?|is|are|return|returns|uses?|runs?|work on|throws?|stored|named|written|deploy|deploys|listens?|called)\\b[^,]*, (?:not|never|no|they don't|they never|it doesn't|and not) (?!(?:sure|working|found|yet|matter|idea|problem|a bug)\\b)[^,]+$", "goe|live|belong|is|are|return|use|run|work on|throw|stored|named|written|deploy|called"],
    ],
  },
  {
    memoryType: "W",
    strength: "sure",
    hints:
      "changed my mind|convinced|going with|gonna be|going to be|no more|goes out|moved to|by then|because|since|too |overkill|don't want|not going to|so that|less |option|first|second|monday|tuesday|wednesday|thursday|friday|old name|now called| by ",
    forms: [
      ["changed my mind|changed our mind", "(?:i(?:'ve)? |we(?:'ve)? )?changed (?:my|our) minds?\\b"],
      ["going with ", "(?:so |i'm |we're )?going with (?!this\\b|that\\b|it\\b)"],
      ["gonna|going to", "[\\w .-]{3,30} (?:is|are) (?:gonna|going to) be (?!broken|slow|hard|fun|late|a problem)"],
      ["no more ", ".*,\\s*no more \\w+"],
      ["moved|renamed|migrated", ".*\\b(?:it|that|this)(?:'s| has| is|)(?: now| been)* (?:moved|renamed|migrated) to\\b"],
      ["x was the old name|called x now", ".*\\bx was the old name|.*(?:'s|is|are) (?:now )?called x now"],
      ["because|since|too |overkill|don't want|not going to|so |less|fewer|simpler|cheaper", "(?:(?:let's |yeah,? |then |ok,? )*(?:go with|use|take|pick) )?(?:the )?(?:(?:first|second|third|last|latter|former) (?:one|option|approach|variant|idea)|option \\w+|variant \\w+|[a-d])\\b[^,.]*,? .*\\b(?:because|since|too \\w+|overkill|don't want|not going to|so (?:that )?\\w+|less|fewer|simpler|cheaper)\\b"],
      [" then", "[\\w .-]{3,30} then,? (?:since|because)\\b"],
      [" to be ", ".*\\b(?:has|have|needs?) to be (?:\\w+ )?(?:by|before) (?:then|the|\\w+day|\\d|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\\b"],
      ["demo|release|launch|audit|deadline|presentation|workshop|migration|cutover", "(?:the )?(?:\\w+ )?(?:demo|release|launch|audit|deadline|presentation|workshop|migration|cutover)(?: for [^,]+?| of [^,]+?)? is (?:on |next |this )?(?:monday|tuesday|wednesday|thursday|friday|\\d|the \\d)", " is "],
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "must |may |should |always|everywhere|how we|in this repo|in this project|i want|when you|i said |means",
    forms: [
      [" must always| must never| may always| may never| should always| should never| shall always| shall never", "[\\w ./-]{2,40} (?:must|may|should|shall) (?:always|never)\\b"],
      ["always", ".*[,–—-] ?always$"],
      ["everywhere", "[\\w .-]+ (?:is|are) [^,]*\\beverywhere\\b"],
      ["how we do|how we handle|how we write|how we name|how we test|how we work", ".*\\bhow we (?:do|handle|write|name|test|work)\\b"],
      ["repo|project|codebase", ".*\\b(?:never|only|no|always) [\\w.@/-]+ in (?:this|our) (?:repo|repository|project|codebase)$", "never |only |no |always "],
      ["for ", "for (?:all |any |every )?(?:\\w+ )?(?:commit messages|commits|prs|branches|tests|comments|names|docs|migrations|errors|logs|answers|dates|endpoints|releases|configs?),? (?:i want|i'd like|i prefer|use|please|we|always|never|keep|stick)\\b", "commit messages|commits|prs|branches|tests|comments|names|docs|migrations|errors|logs|answers|dates|endpoints|releases|config"],
      ["when you |if you |whenever you ", "(?:when|if|whenever) you (?:propose|suggest|explain|answer|review|write|name|show|report|recommend|document|refactor|describe|reply|estimate|plan|commit|summari[sz]e) .*\\b(?:give|use|show|tell|keep|put|don't|do not|always|never|make|add|start|be|stick|include)\\b"],
      ["i said ", "i said (?!it|that|this|so|no\\b|yes|the)(?:\\S+ ){2,}\\S+"],
      ["s not what ", "that'?s not what \\S+ means?\\b"],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "->|→|case|tabs|spaces|quotes|semicolons|keep |no |through |under |don't use|do not use",
    forms: [
      ["->|→|=>", "[\\w ]{3,30} (?:->|→|=>) [\\w.-]+,? (?:not|no|never|because|too)\\b"],
      ["snake_case|camelcase|kebab-case|pascalcase|tabs|spaces|single quotes|double quotes|semicolons", "(?:snake_case|camelcase|kebab-case|pascalcase|tabs|spaces|single quotes|double quotes|semicolons|(?:two|four|2|4) spaces)\\b(?! (?:are|is) (?:broken|wrong|missing)).*"],
      ["keep ", "(?:please )?keep (?!the |this |that |it |my |your |going)(?:\\S+ ){1,3}?(?:below|under|short|small|tiny|simple|focused|flat|pure|thin|stateless|private|english)\\b", "below|under|short|small|tiny|simple|focused|flat|pure|thin|stateless|private|english"],
      ["no ", "no (?!more|problem|worries|idea|need|luck|changes|other|tests? fail|errors?|rush|thanks)(?:[\\w-]+ ){1,2}[\\w-]+s$"],
      ["all ", "all (?:[\\w-]+ ){1,3}(?:go|goes|come|live|belong|run|are routed|pass) (?:through|via|in|into|under|to|from|next to)\\b(?!.*\\b(?:fail|but|although)\\w*)", "go |goes |come |live |belong |run |are routed |pass "],
      ["every |each |any ", "(?:every|each|any) (?:\\S+ ){1,4}(?:needs?|gets?|has|must|goes|requires?)\\b(?!.*\\b(?:although|but|why)\\b)", "need|get|has|must|goes|require"],
    ],
  },
  {
    memoryType: "W",
    strength: "sure",
    hints:
      "from |since|starting|beginning|effective|instead|rather than|source of truth|default|as of|support for|decid|decision|agree|settled|chose|choose|going with|go with|let's|stick|switch|it is|call|dropp|drop |support|moving|moved|migrat|standardi|longer|adopt|say|said|want|insist|requir|pick|approv|sign|final|we'll|we will|retir|going to|plan|deadline|date |freeze|launch|budget|mind|we keep|we host| is out|dead|gone|limit|timeout|ttl|retention|quota|threshold|port|prefix|version|changed| now|raised|deprecat|abandon|replac|keeping|staying|ditch|renam|went with|official|opt",
    forms: [
      ["decided|agreed|chose|settled|opted|picked|committed|voted|concluded|standardised|standardized", "(?:so |after [^,]*,? )?(?:we|i|we all|they|the team)(?:'ve| have|)(?: all| now| just| already| finally| both| also|)* (?:decided|agreed|chose|chosen|settled|opted|picked|committed|voted|concluded|standardi[sz]ed)\\b(?! to (?:look|check|try|meet|talk|wait|see))"],
      ["let's use |let's go with |let's go for |let's stick with |let's stick to |let's switch to |let's move to |let's keep |let's settle it |let's adopt |let's standardise on |let's standardize on |let's settle on |let's stay with |let's stay on |let's drop |let's ditch ", `(?:and |so )?let's (?:use|go with|go for|stick with|stick to|switch to|move to|keep(?! going| it\\b| this| that)|settle it|adopt|standardi[sz]e on|settle on|keep using|stay with|stay on|drop|ditch) ${AT_HAND_EN}(?!.*\\b(?:quick|hack|demo)\\b)`],
      ["we're|we are", "we(?:'re| are)(?: now| also| finally| officially| definitely|)* (?:going with|switching (?:to|from|over)|moving (?:to|from|off|away)|migrating|dropping|standardi[sz]ing|sticking (?:with|to)|staying (?:with|on)|adopting|replacing|retiring|deprecating|ditching|abandoning|keeping|sunsetting|phasing out|getting rid of|done with|not (?!sure|there|ready|able|certain|done|getting|seeing|finding)\\w+ing)\\b"],
      ["we'll|we will", `we(?:'ll| will)(?: now| only| all| definitely| stick|)* (?:use|go with|switch to|go for|drop|keep|stay with|stay on|stick with|stick to|adopt|move to|support|not|no longer|never|host|deploy|standardi[sz]e|deprecate|retire) ${AT_HAND_EN}`],
      ["we'll|we will", "we(?:'ll| will)(?: now| only|)* \\w+ [^,]*\\b(?:instead of|rather than)\\b"],
      ["support for ", "support for [^,]+ (?:ends|stops|is dropped|was dropped|will end)\\b"],
      ["starting|beginning|effective", "(?:starting|beginning|effective) (?:next|with|from|in|on|this|monday|tuesday|wednesday|thursday|friday|immediately|\\w+ \\d)[^,]*,? "],
      [" is the | is our ", "[^,]+ is (?:the|our) (?:only |new |official |one )?(?:source of truth|way to go|standard|default|tool of choice)\\b"],
      ["we won't use|we won't support|we won't do|we won't add|we won't need|we won't have|we won't go|we won't ship|we won't keep|we won't allow|we won't migrate|we won't be", "we won't (?:use|support|do|add|need|have|go|ship|keep|allow|migrate|be)\\b"],
      [" no longer use| no longer support| no longer need| no longer maintain| no longer deploy| no longer ship| no longer allow| no longer accept| no longer run| no longer live| no longer exist| no longer work with| no longer want", "(?:we|the \\w+|our \\w+|\\w+) no longer (?:use|support|need|maintain|deploy|ship|allow|accept|run|live|exist|work with|want)s?\\b"],
      ["decision|decided|agreed|settled|final call|final answer|verdict|conclusion|resolution", "(?:the )?(?:final |new |team )?(?:decision|decided|agreed|settled|final call|final decision|final answer|verdict|conclusion|resolution)(?: of [^:]+)?\\s*(?::|,|–|-|is\\b)", ":|,|–|-|is"],
      ["settled|decided|agreed|official|final|approved|signed off", "(?:it|that)(?:'s| is| was)(?: now| all| officially| finally|)* (?:settled|decided|agreed|official|final|approved|signed off)\\b", "'s| is| was"],
      ["say|said|decided|chose|agreed|insist|require|picked|approved|signed off|confirmed|mandated|ruled|want|asked us|told us|doesn't allow|won't", `(?:the )?${WHO_EN}(?: has| have| just| also| finally|)* (?:says?|said|decided|chose|agreed|insists?|insisted|requires?|required|picked|approved|signed off|confirmed|mandated|ruled|wants? us|wants? (?:all|every)|asked us|told us|doesn't (?:want|allow)|won't)\\b`, "team|client|customer|boss|cto|ceo|board|lead|architect|company|legal|management|product|security|compliance|ops|design|marketing|finance|my manager|our "],
      [" it is", "[\\w.+#/ -]{2,40} it is(?:,? then)?(?:$|,)"],
      [" going to ", "we(?:'re| are)(?: all| now| definitely)? going to (?!(?:need|have to|see|look|try|discuss|talk|check|test|be)\\b)\\w+"],
      ["plan is |date is |scope is |name is |design is |architecture is |stack is |roadmap is |budget is |contract is |schedule is |deal is ", "(?:the )?(?:plan|date|scope|name|design|architecture|stack|roadmap|budget|contract|schedule|deal) is (?:now )?(?:fixed|final|set|settled|decided|signed|clear|approved|frozen)\\b"],
      ["deadline|release date|due date|go-live|freeze|budget|launch|cut-off|kick", "(?:the |our |new |hard )*(?:deadline|release date|launch date|due date|go-live|feature freeze|code freeze|freeze|budget|launch|cut-off|kick-?off) (?:is|was|will be|has been|has|got|moved|moves)\\b"],
      [" made up my mind| made up our mind", "(?:i(?:'ve| have)?|we(?:'ve| have)?) made up (?:my|our) minds?\\b"],
      [" keep | host | rewrite | require | build on | bet on | pay for | buy | cap | limit | cut | kill | postpone | freeze | support ", "(?:we|i)(?:'ll| will)? (?:keep|host|rewrite|require|build on|bet on|pay for|buy|cap|limit|cut|kill|postpone|freeze|support) (?!this\\b|that\\b|getting|seeing|it\\b|having)(?:[^,]+),? (?:no|not|instead|only|from|in|until|and not|rather)\\b", " no| only| from| in| until| rather"],
      ["from|starting with|as of|since|beginning with", "(?:from|starting with|as of|since|beginning with) (?:v?\\d[\\w.]*|version \\S+|(?:the )?next (?:release|version|sprint|month|week|year)|\\w+day|(?:january|february|march|april|may|june|july|august|september|october|november|december)\\b[^,]*|last (?:week|month))(?: on(?:wards)?)?,? (?:we|all|every|the|our|only|no)\\b", " we| all| every| the| our| only| no"],
      ["  is out|  is dead|  is gone|  is history|  is retired|  is deprecated|  is banned|  is end of life|  is eol|  is off the table|  is no longer an option", "[\\w.+#/-]+(?: [\\w.+#/-]+)? (?<!error|bug|problem|issue|warning|failure) is (?:out|dead|gone|history|retired|deprecated|banned|end of life|eol|off the table|no longer an option)\\b(?:,|$| now| and| for)"],
      ["we're |we are ", "we(?:'re| are) (?:now )?on [\\w.+#/ -]+ (?:since|now)\\b"],
      [" is| are| was| were| has been| have been| got| goes| went| will be", "(?:the |our |max(?:imum)? |min(?:imum)? |default |session |upload |request |rate |retry |api |base |staging |production |prod |test )*(?:limit|timeout|ttl|retention|quota|maximum|minimum|threshold|port|prefix|version|interval|budget|price|rate|domain|host|url|size|time ?zone|currency|name|branch|bucket|region|endpoint)s?(?: for [\\w ]+?| of [\\w ]+?| in [\\w ]+?)? (?:is|are|was|were|has been|have been|got|goes|went|will be)(?: now| set| changed| raised| lowered| increased| reduced| moved| renamed| up| down| bumped| to| from)* (?!null|undefined|empty|wrong|missing|too|not|broken|ignored|never|always|still|exceeded|reached|in use|taken|invalid|set(?: correctly|$))(?=.*(?:\\bnow\\b|changed|raised|lowered|increased|reduced|moved|renamed|bumped|not \\S+$|fixed at|set to|\\d))", "limit|timeout|ttl|retention|quota|maximum|minimum|threshold|port|prefix|version|interval|budget|price|rate|domain|host|url|size|zone|currency|name|branch|bucket|region|endpoint"],
      [" decided against| voted against", "(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:decided|voted) against\\b"],
      ["moved|migrated|renamed|replaced|switched|retired|deprecated|dropped|sunset", "(?:our|the) (?:\\w+ ){1,4}(?:has|have|was|were|is|are) (?:been |now |being )*(?:moved|migrated|renamed|replaced|switched|retired|deprecated|dropped|sunset)\\b(?: (?:to|by|with|from|off|in favou?r)|$)"],
      ["we've |we have ", "we(?:'ve| have) (?:moved|migrated|switched|renamed|replaced|dropped|retired|deprecated|adopted|stopped|gone with|signed|picked)\\b"],
      ["we moved|we migrated|we switched|we dropped|we picked|we went with|we adopted|we signed off", "we (?:moved|migrated|switched|dropped|picked|went with|adopted|signed off)\\b(?!.*\\b(?:and now|since then|but)\\b)"],
    ],
  },
  {
    memoryType: "W",
    strength: "plain",
    hints: "now|instead of| not ",
    forms: [
      ["now", "(?:the|our|all) (?:[\\w./-]+ ){1,5}(?:is|are|lives?|runs?|uses?|goes|points?|expires?|takes?) (?:now )?[^,]*\\b(?:now,? (?:not|instead of|and not|no longer)|now instead|from now)\\b", "the|our|all"],
      ["now ", "(?:the|our|all) (?:[\\w./-]+ ){1,5}now (?:lives?|runs?|uses?|goes|points?|expires?|takes?|is|are|has to|must)\\b(?!.*\\b(?:fail|broken|error|slow|wrong|null|empty|undefined)\\w*)"],
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints:
      "wrong|no,|no.|nope|actually|correction|incorrect|told you|said|keep |again|not |mistake|called|misremember|misunderst|confused|misread|mixed|not true|not right|forgot|outdated|you wrote|you used|you assumed|you put|you named|you took|any more|anymore|any longer|instead of",
    forms: [
      ["no|wrong|incorrect|correction|actually|to correct you|that's |that is |this is |you're |you are ", "(?:(?:no|nope|wrong|incorrect|correction|actually|not true|small correction|to correct you|(?:that's|that is|this is|you're|you are) (?:wrong|not right|not correct|incorrect|mistaken|outdated|not true|out of date))\\b[\\s,.:;!–-]*)+(?:(?:we|our|the|all|amounts|it's called|everything|prices|dates|ids|you)\\b)(?! (?:other|first|second|last|button|page|error|bug|test fails|problem|issue|file you|one)\\b).*\\b(?:is|are|isn't|aren't|uses?|runs?|lives?|use|called|goes|go|belongs?|has|have|stored|named|expires?|starts?|on|deploy|write|don't|never|always|must)\\b(?!.*\\b(?:broken|failing|missing|still|undefined|null|empty|crash\\w*)\\b)", "we|our|the|all|amounts|everything|prices|dates|ids|you"],
      ["wrong|incorrect|correction|not true|misunderstood|misread|mixed that up|mixed it up|mixed this up|mixed them up|confused |that's |that is |you're |you are ", "(?:(?:wrong|incorrect|correction|not true|you(?:'ve| have)? (?:misunderstood|misread|got (?:that|it|this) wrong|mixed (?:that|it|this|them) up|confused \\w+)|(?:that's|that is|you're|you are) (?:wrong|not right|not correct|incorrect|mistaken|outdated|not true|not quite right))\\b[\\s,.:;!–-]*)+(?!(?:it|this|that|there)(?:'s| is| was)?\\b)(?:\\S+ ){2,}\\S+"],
      ["not ", "not \\w+, (?:but )?\\w+$"],
      ["told you|said |mentioned before|mentioned already|mentioned many|explained before|explained already", "(?:as )?i(?:'ve| have)? (?:already |just )?(?:told you|said (?:it |this |that )?(?:before|already|many|a hundred|twice|three)|mentioned (?:before|already|many)|explained (?:before|already))"],
      ["often| time", "(?:how (?:often|many times)|for the (?:second|third|last|hundredth|\\w+th) time)\\b"],
      ["you keep |you always |you constantly |you continually ", "you (?:keep|always|constantly|continually) (?:forget|forgetting|us(?:e|ing)|add(?:ing)?|writ(?:e|ing)|mix(?:ing)?|ignor(?:e|ing)|nam(?:e|ing)|put(?:ting)?|mak(?:e|ing)|wrap(?:ping)?|chang(?:e|ing)|do(?:ing)?|generat(?:e|ing)|leav(?:e|ing)|skip(?:ping)?)\\b"],
      ["again", "you(?:'ve| have)? (?:used|forgot|forgotten|wrote|written|added|ignored|did|put|named|committed|pushed|touched|changed|mixed) .*\\bagain\\b"],
      ["called|named|spelled|spelt|pronounced", "it(?:'s| is) (?:called|named|spelled|spelt|pronounced) .*\\bnot\\b"],
      ["not ", "(?:it(?:'s| is)|we use|we're on|we are on|they're|they are) [^,]{1,30},? (?:and )?not [^,]{1,30}$", "it's |it is |we use |we're on |we are on |they're |they are "],
      [", not ", `(?:our|the|all) (?:[\\w./-]+ ){1,4}(?:is|are|lives?|runs?|uses?|goes|starts?|expires?) [^,]{1,40}, not [^,]{1,30}$`],
      [" not ", "(?:use )?[\\w.@/-]+,? not [\\w.@/-]+[.!,;]? (?:always|everywhere|in this repo|for everything|ever)\\b", "always|in this repo|ever"],
      ["you", "(?:.*, (?:but )?|)you(?:'ve| have)? (?:wrote|used|assumed|put|named|called|typed|said|took|picked|chose|placed|wrote it as|spelled) (?!it (?:works|should))[^,]+(?:, .*\\b(?:not|we|is|are|belongs?|should)\\b.*)?$(?<!^you[^,]*)", "wrote|used|assumed|put|named|called|typed|said|took|picked|chose|placed|spelled"],
      ["more|any longer", "(?:we|there) (?:don't|do not|doesn't|no longer) (?:have|exist|is|are).*\\b(?:any ?more|any longer)"],
      ["wrong ", "wrong \\w+,? (?:we|our|the|it)\\b.*\\b(?:is|are|on|use|in|goes|lives)\\b"],
      [", not ", "[\\w. -]+ \\d+, not \\d+\\b.*"],
      [" instead of x| not x| rather than x", "(?:please )?(?:say|use|call it|call them|write) x,? (?:instead of|not|rather than|and not) x\\b"],
      [". always|. ever|. please|! always|! ever|! please|, always|, ever|, please|; always|; ever|; please", "(?:not|no) [\\w.@/-]+[.!,;] [\\w.@/-]+[.!,;] (?:always|ever|everywhere|please)", "no"],
    ],
  },
];
