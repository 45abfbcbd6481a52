/**
 * How people state in English what holds from now on, as parts of patterns.
 * Not done here: which of a prompt's words are its person's, and where a sentence begins (lasting.ts).
 *
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

/** In the order in which they are tried. */
export const FORMS_EN: readonly LastingForms[] = [
  {
    memoryType: "O",
    strength: "sure",
    hints:
      "now on|onwards|onward|going forward|future|henceforth|here on|today on|every time|whenever|as a rule|by default|anymore|any more|next time|rule|convention|policy|each time|at all times|standard",
    forms: [
      "(?:.*\\s)?(?:from (?:now|here|today|this point) on(?:wards?)?|from here on out|going forward|moving forward|henceforth|in (?:the )?future|for (?:all )?future \\w+|as a (?:general )?rule|at all times)\\b",
      `(?:whenever|every time|each time|next time) (?:you|we|somebody|someone|anyone)\\b.*,\\s*(?:please |also |always |never |you |we )*(?:${DO_EN}|don't|do not|must|have to|should)\\b`,
      `(?:please )?(?:always |never )?${DO_EN}\\b.*\\b(?:whenever|every time|each time) (?:you|we|somebody|someone|anyone)\\b`,
      "(?:a |one |our |the |my )?(?:new |general |golden |hard |team |house |first |second |important |another |ground )*(?:rule|rules|convention|policy|guideline|standard|agreement)(?: (?:here|for you|for us|for this (?:repo|project)|in this (?:repo|project|codebase)|of thumb|on (?:our|the) \\w+))?\\s*(?::|is\\b|are\\b|-|–)",
      `by default\\b.{0,4}\\b(?:please |you |we )*${DO_EN}\\b`,
      `(?:please )?${DO_EN}\\b.* by default$`,
      "(?:please )?(?:don't|do not|no|stop|we don't|we do not|we won't|we will not|i don't want).*\\bany ?more$",
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "always|never|ever|without",
    forms: [
      `(?:please )?(?:always|never(?: ever)?) ${DO_EN}\\b`,
      `(?:please )?(?:don't|do not|dont) (?:you )?ever ${DO_EN}\\b`,
      "we (?:always|never) (?!get|see|said|told|asked|mind|know|knew|had|got|did|have\\b|answered|seem)\\w+",
      `you (?:always|never) ${DO_EN}\\b(?!.*\\bthanks?\\b)`,
      "(?:we|you|i) (?:should|must|need to|have to|want to|ought to|shall) (?:always|never)\\b",
      "i (?:always|never) (?:use|write|work|name|keep|put|want|prefer|start|run|commit|deploy|like|format|read|squash|rebase|need|touch|push|type|set)\\b",
      "i (?:like|want|expect|need)(?: you)? to (?:always|never)\\b",
      `(?:the |our |my )?(?:\\w+ )?${KIND_EN} (?:must |should |are |is |have to |get |go |need to )?(?:always|never)\\b`,
      "(?:please )?(?:don't|do not|dont|never|nobody|no one|nothing|no \\w+ (?:is|are|gets?|goes)).*\\bwithout (?:asking|telling|confirming|consulting|talking|informing|my |checking|a (?:ticket|review|test|down|rollback)|an? approv|approval|review|tests?|permission)",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints:
      "must|should|shall|have to|has to|need to|needs to|may |can only|can't|cannot| to be |belong|live|stay|go |goes |require|allowed|forbidden|mandatory|banned|are |is |only|off limits|always|never|get |gets ",
    forms: [
      `(?:all|every|each|any|no|new|only|both|our|the|public|private|internal|external)(?: [\\w-]+){0,5}? (?:${KIND_EN}|change to [\\w ]+|change(?:s)?|release|service|endpoint|request|function|query|table|column|secret|class|error|component|module|package|dependency|hotfix|job|script|file|method|route|event|feature|ticket|review|bug|bugfix|fix|repo|repository|pipeline|team|developer)(?: \\w+){0,4} ${MUST_EN}\\b`,
      `(?:all|every|each|any|no) (?:\\w+ ){1,4}(?:must|has to|have to|may not|may only|is required|are required|needs? (?:a|an|to)|gets? (?:a|an|its|split|reviewed|squashed|signed))\\b`,
      `${KIND_EN}(?: \\w+){0,4}? ${MUST_EN}\\b`,
      `(?:nobody|no one|everyone|everybody|nothing) (?:\\w+ ){0,3}?(?:merges?|pushes|deploys?|touch(?:es)?|goes|ships?|commits?|uses?|gets?|edits?|calls?|writes?|has|must|may|should|can|is allowed)\\b`,
      `(?:we|you) (?:must|mustn't|must not|may not|may only|have to|are not allowed to|aren't allowed to|are only allowed to|can only|are required to|shouldn't|should not|should only)\\b(?!.*\\b(?:first|now|today|tomorrow)\\b)`,
      "we(?:'re| are) (?:not allowed|only allowed|required|obliged|supposed|bound)\\b",
      "(?:it(?:'s| is)|that(?:'s| is)) (?:forbidden|mandatory|not allowed|prohibited|banned|required|a must|a no-go|off limits)\\b.*\\bto\\b",
      "(?:.*) (?:is|are) (?:strictly |absolutely |always )?(?:forbidden|mandatory|prohibited|banned|off limits|not allowed|taboo|a must)(?: (?:in|for|on|without|outside|during) .*)?$",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "when|before|after|if |every|each|treat |indent|name |log |format |prefix|keep |sign |pin |store ",
    forms: [
      "(?:please )?(?:remember|don't forget|make sure|be sure) to .*\\b(?:every|each|any|always|whenever)\\b",
      "(?:please )?(?:treat|indent|name|log|format|prefix|suffix|squash|pin|store|spell|capitali[sz]e|keep|sign|document) (?!going\\b|it up|on\\b|up\\b|calm|in mind)(?!.*\\b(?:the|this|that|these|those|it|its|my|your|here|a|an)\\b)(?:\\S+ ){1,12}\\S+$",
      `(?:when|if|before|after|once) (?:you|we|somebody|someone) (?:write|add|change|create|commit|edit|touch|deploy|merge|rename|delete|remove|push|release|make|finish|open|answer|explain|refactor|introduce|name|generate|fix|start|are done|are unsure|aren't sure|don't know|need)\\b[^,]*,\\s*(?:please |also |always |never |then )*(?:${DO_EN}|don't|do not|you must|you have to)\\b`,
      `(?:please )?(?:run|ask|check|tell|show|explain|update|format|lint|test|read) .*\\b(?:before|after) (?:you |we )?(?:every|each|any|commit|push|merg|delet|deploy|writ|chang|touch|edit|start|mak|install|add)\\w*`,
      "(?:you must |you have to |please )?ask (?:me )?(?:first |for permission )?before (?:you |any|every|delet|touch|install|chang|add|remov|push|run)",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "we |our |in this |in our |you can|you may not|you must|you should",
    forms: [
      "we (?:only|all|usually|generally|normally|strictly|exclusively|consistently|typically) \\w+",
      "our (?:\\w+ ){0,3}(?:convention|rule|policy|standard|style|habit|practice|way|norm|guideline|naming|process|workflow)s?\\b.*\\b(?:is|are|says?|requires?|means?|:)",
      "(?:in|for|across|within) (?:this|our|the|these) (?:repo|repository|project|codebase|code base|team|company|org|monorepo|service)s?,? (?:we|you|everything|everyone|nobody|all|no|never|always|use|don't)\\b",
      "we (?:don't|do not|never|won't|will not|no longer) (?:use|do|write|mock|allow|support|commit|push|merge|deploy|store|log|ship|add|want|accept|keep|test|import|call|touch|need|put|name|cache|expose|hard-?code|catch|squash|rebase|force|run|work|maintain|mix|nest|abbreviate|throw|go)\\b(?!.*\\byet\\b)(?!\\s+(?:know|it|that|this|have|to))",
      "we (?:use|name|write|keep|store|deploy|format|prefix|version|log|test|call|release|ship|squash|rebase|tag|run|follow|host|put|work with|build with|are on|stick to|pin|sign) [^,]*(?:, ?(?:not|never|no)|\\b(?:instead of|rather than|not)\\b|\\bhere\\b|\\beverywhere\\b|\\bfor (?:all|every|everything)\\b|\\bonly\\b|\\bin (?:this|our) (?:repo|project|team|codebase)\\b)",
      "we (?:also |now |all |currently )?(?:use|write|bill|store|deploy|release|name|log|host|support|format|follow|sign|review|squash|rebase|track|charge|publish|document|encrypt|hash|round|pin|version|prefix|tag|model|batch|practi[cs]e|build with|work with|target) (?!(?:this|that|it|these|them)\\b)(?!.*\\b(?:but|and now|so|because of this)\\b)(?:\\S+ ){0,14}\\S+$",
      "(?:you|we) (?:can't|cannot|can not|may not|must not|mustn't|shouldn't|should not) (?:use|touch|call|import|commit|merge|edit|change|add|install|access|store|log|expose)\\b(?! (?:it|this|that)\\b)",
      "no (?:\\w+ ){1,4}(?:in|inside|within|for|on|outside) (?:this|our|the) (?:repo|repository|project|codebase|code|api|team|backend|frontend|tests?|domain|main|core)\\b",
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "prefer|rather|like|hate|can't stand|fan of|want|favor|favour|love|annoy|used to",
    forms: [
      `i(?: really| strongly| usually| generally| always| much| would| do|'d|)* prefer (?!(?:it|that|this)\\b)${AT_HAND_EN}`,
      `we(?: all| strongly| usually| generally|)* prefer (?!(?:it|that|this)\\b)${AT_HAND_EN}`,
      `(?:please )?prefer ${AT_HAND_EN}.*\\b(?:over|to|instead|rather|whenever|where|,)`,
      "(?:my|our|a personal) preference (?:is|:)",
      `i(?:'d| would) (?:much )?rather (?!not\\b|be\\b)(?:have|use|see|keep|you|we|read|write|get|work)\\b(?! (?:it|this|that)\\b)`,
      "i (?:really |absolutely |just |do |honestly )?(?:hate|dislike|detest|despise|can't stand|cannot stand|can't bear|loathe) (?!this|that|the|how|my|these|it\\s*$|to (?:ask|say|admit))",
      "i (?:really |just )?(?:don't|do not) (?:really )?like (?!this|that|the|how|it\\b|your|what|where)",
      "it (?:annoys|bothers|bugs|irritates) me when (?:you|code|tests|people|functions|answers)",
      "i(?:'m| am) (?:really |personally )?(?:not (?:really )?)?(?:a (?:big |huge )?fan of|fond of|keen on|in favou?r of|used to|allergic to) (?!this|that|the|your)",
      "i (?:really |generally |usually |personally )?(?:like|love|favou?r) (?:it when|when|to|my|short|small|concise|brief|plain|simple|explicit|verbose|detailed|terse|tabs|spaces|strict|flat|early|named|long|pure|clear|direct|step-by-step|functional|bullet|\\w+ (?:over|better than|more than|rather than))\\b",
      `i (?:want|expect|need|would like|'d like)(?: you)? to (?:explain|ask|always|never|answer|show|tell|keep|stop|check|use|be|write|confirm|plan|see (?:a|the) (?:plan|diff)|review)\\b.*\\b(?:before|whenever|every|each|when|after|first|all|always|from|in (?:english|german|french|chinese|spanish))\\b`,
      "i (?:don't|do not|never) want (?:you to )?(?:any |to see |see |comments|emojis?|explanations|summar|long|apolog|use|touch|change|add|write|mocks|more|unasked|ask)\\w*",
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "i usually|i mostly|i work|i only|i normally|i generally|i tend|with me|to me|talk|answer|repl",
    forms: [
      "i (?:usually|mostly|normally|generally|only|typically|tend to) (?!\\w+ed\\b|(?:get|see|had|got|need|want to know|find|wanted|have a|changed|added|removed|did)\\b)\\w+ ",
      "(?:please )?(?:don't|do not|dont|no|never|avoid|skip|drop|stop|less|fewer|be|keep|give|speak|write|use).*\\b(?:when (?:you )?(?:talk|speak|answer|reply|write|explain|respond)\\w*(?: to me| me)?|with me|in your (?:answers|replies|responses|explanations|messages))\\b",
      "(?:please )?(?:answer|reply|respond|talk|speak|write|explain)(?: to)?(?: me)?(?: always| only)? (?:in (?:english|german|french|chinese|spanish|japanese|plain|short|simple|full|bullet|a few|one|two|at most)|briefly|shortly|concisely|tersely)\\b(?!.*\\b(?:readme|doc|file|comment)\\b)",
      "keep (?:your )?(?:answers|replies|responses|explanations|it) (?:short|brief|concise|to the point|terse)",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "stop |avoid |don't |do not |dont |instead of|rather than|not ",
    forms: [
      "(?:please )?stop (?:using|writing|adding|doing|putting|making|apologi[sz]ing|asking|suggesting|changing|touching|creating|committing|explaining|repeating|mocking|saying|wrapping|abbreviating|removing|deleting|commenting|summari[sz]ing|guessing|generating|importing)\\b",
      "(?:please )?(?:don't|do not|dont) (?:use|write|add|commit|push|introduce|import|name|mix|abbreviate|hard-?code|install|create|put|store|log|mock|call|nest|catch|swallow|force[- ]push|squash|merge|generate|invent|assume|guess|suggest|apologi[sz]e|touch|edit) (?!it\\b|that\\b|this\\b|them\\b|anything else|the (?!\\w+ (?:folder|directory|prefix|branch)\\b))",
      "(?:please )?avoid (?:using |writing |adding |the use of |any )?(?!this|that|it\\b|the )\\w+",
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints:
      "exception|before|in this|in our|in all|in every|throughout|across|when you|when i|no need|ask instead|in doubt|unsure|first|for me|i find|i work|i'm a|my |only|we like|we follow|we value|that's how we|that's not how we|the way we|period|without ",
    forms: [
      ".*(?:\\b(?:no exceptions?|without exception|non-negotiable)|[,.;–-] ?(?:period|full stop)|\\bthis is a hard (?:rule|requirement))$",
      "(?:please )?(?:use|write|keep|put|prefer|name|stick to|format|spell|store|document|indent) .*\\b(?:in|throughout|across|for) (?:this|our|the|the whole|the entire|all|all the|all our|every|any) (?:whole |entire |new |public |internal )?(?:project|repo|repository|codebase|code base|docs|documentation|code|tests|services|components|apis|endpoints|modules|files|tables|branches|commits|commit messages|new code|pull requests|prs|team)$",
      "(?:i (?:need|want|expect|would like|'d like|'d prefer|prefer) (?:it if )?(?:you )?(?:to )?|please |always |you (?:should|must|have to|need to) )?(?:ask|asked|confirm|confirmed|check|checked|clear it|talk|discuss|run it by|show|tell|warn)\\b(?: \\w+){0,2} (?:me|us|first|him|her|the team)\\b.* before (?:you |any|every|each|making|delet|touch|install|chang|add|remov|push|run|merg|big|larg|starting|writing|doing)",
      "(?:i'd prefer|i would prefer|i prefer) (?:it )?if you\\b",
      "(?:if|when|whenever) (?:you(?:'re| are)|something is|anything is|it's|in) (?:ever )?(?:unsure|in doubt|not sure|doubt|unclear|stuck|ambiguous)\\b",
      "(?:there(?:'s| is) )?(?:absolutely )?no need to (?:explain|summari[sz]e|apologi[sz]e|repeat|ask|thank|be polite|comment|greet|mention|tell me|restate)\\b",
      ".*\\b(?:only )?(?:when|if|unless) i ask(?: for (?:it|them))?$",
      "(?:the )?[\\w-]+ over [\\w-]+(?: for me|,? please|,? always)+$",
      "i (?:always |usually |just |really )?find (?!out)(?!(?:it|this|that|the|these|your)\\b).*\\b(?:hard|annoying|easier|ugly|confusing|unreadable|distracting|better|harder|useless|noisy|clearer)\\b",
      "i (?:work|live|am based|'m based|am located|'m located) in [a-z]|i'm (?:based|located) in |i speak |i'm (?:a|an) (?:\\w+ ){0,3}(?:developer|engineer|designer|beginner|user|person|guy|student|scientist|analyst|manager|writer)\\b",
      "my (?:editor|shell|time ?zone|os|keyboard|terminal|operating system|ide|native language|mother tongue|role|machine) (?:is|runs|has)\\b",
      "(?:please )?(?:\\w+ ){0,6}when you (?:show|give|write|answer|reply|explain|talk|code|name|generate|create|refactor|review|suggest|commit|format|test|document|add|fix|change)\\b.*",
      "we (?:like|value|follow|favou?r|practi[cs]e|believe in|care about|stick to) (?!this|that|it\\b|your|the (?:first|second|idea))",
      "(?:that's|that is|this is) (?:not )?(?:how|the way) we (?:do|write|name|work|build|test|handle|format)",
      "we (?:don't|do not) do (?:it|that|this|things) (?:like|that|this)?",
      "only (?:[\\w-]+ ){1,4}(?:may|can|should|is allowed to|are allowed to|must|gets? to) (?:approve|merge|deploy|release|push|sign|publish|change|touch|edit|access|delete)\\b",
      "(?:also )?no (?:[\\w.'() -]+?) (?:in|on|under|inside|outside|without|across|between|for) (?:committed|new|production|prod|our|the (?:code|repo|domain|main|core|codebase|api)|components?|tests?|public|main|master|code|services?|controllers?|templates?|commits?|review|approval|fridays?)\\b",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: " go | goes | gets | get | own|through|next to|belong| need|not |no |never| use|live|protected",
    forms: [
      "(?:the |all |our |new |database |db |schema |code |api |e2e |unit |integration |public |every |each )*(?:changes|tests|services|secrets|migrations|components|strings|errors|exceptions|titles|messages|endpoints|handlers|controllers|modules|helpers|types|configs?|settings|fixtures|assets|styles|releases|deployments|branches|commits|prs|pr titles|pull requests|commit messages|tickets|reviews|repositories|functions|tables|columns|enums|constants|feature flags|docs|keys|dates|timestamps|ids|names|variables|imports|hotfixes|features|bugs|translations|texts|jobs) (?:always |only |never |must |should |all |are |have to |need to )*(?:go|goes|live|lives|belong|belongs|get|gets|return|use|uses|come|comes|stay|stays|need|needs|start|end|follow|follows|throw|are written|kept|stored|named|run|sit|carry|own|require|have|don't|are)\\b (?!(?:missing|broken|slow|wrong|gone|failing|empty|red|green|done|ready|here|still|not|too|all|now)\\b)(?!.*\\b(?:although|but|why|again)\\b)",
      "(?:every|each|all|any) (?!(?:time|day|week|morning|good|right|set|clear|done|of this|rows?|cells?|buttons?|icons?|users?|items?|cards?|images?|elements?|tests? pass|inputs?)\\b)(?:[\\w-]+ ){1,3}(?:gets?|owns?|goes|go|has|have|needs?|uses?|lives?|runs?|starts?|ends?|carries|returns?|belongs?|follows?|comes?)\\b(?!.*\\b(?:although|but|why)\\b)",
      "(?:the )?(?:main|master|develop|trunk|production)(?: branch)? is (?:protected|for|frozen|read-?only|only)\\b",
      "(?!(?:it|this|that|there|add|fix|make|show|sort|it's)\\b)(?:the |our |all )?(?:[\\w./-]+ ){1,6}(?:goes?|live|lives|belongs?|is|are|return|returns|uses?|runs?|work on|throws?|stored|named|written|deploy|deploys|listens?|called)\\b[^,]*, (?:not|never|no|they don't|they never|it doesn't|and not) (?!(?:sure|working|found|yet|matter|idea|problem|a bug)\\b)[^,]+$",
    ],
  },
  {
    memoryType: "W",
    strength: "sure",
    hints:
      "changed my mind|convinced|going with|gonna be|going to be|no more|goes out|moved to|by then|because|since|too |overkill|don't want|not going to|so that|less |option|first|second|monday|tuesday|wednesday|thursday|friday|old name|now called| by ",
    forms: [
      "(?:i(?:'ve)? |we(?:'ve)? )?changed (?:my|our) minds?\\b",
      "(?:so |i'm |we're )?going with (?!this\\b|that\\b|it\\b)",
      "[\\w .-]{3,30} (?:is|are) (?:gonna|going to) be (?!broken|slow|hard|fun|late|a problem)",
      ".*,\\s*no more \\w+",
      ".*\\b(?:it|that|this)(?:'s| has| is|)(?: now| been)* (?:moved|renamed|migrated) to\\b",
      ".*\\bx was the old name|.*(?:'s|is|are) (?:now )?called x now",
      "(?:(?:let's |yeah,? |then |ok,? )*(?:go with|use|take|pick) )?(?:the )?(?:(?:first|second|third|last|latter|former) (?:one|option|approach|variant|idea)|option \\w+|variant \\w+|[a-d])\\b[^,.]*,? .*\\b(?:because|since|too \\w+|overkill|don't want|not going to|so (?:that )?\\w+|less|fewer|simpler|cheaper)\\b",
      "[\\w .-]{3,30} then,? (?:since|because)\\b",
      ".*\\b(?:has|have|needs?) to be (?:\\w+ )?(?:by|before) (?:then|the|\\w+day|\\d|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\\b",
      "(?:the )?(?:\\w+ )?(?:demo|release|launch|audit|deadline|presentation|workshop|migration|cutover)(?: for [^,]+?| of [^,]+?)? is (?:on |next |this )?(?:monday|tuesday|wednesday|thursday|friday|\\d|the \\d)",
    ],
  },
  {
    memoryType: "O",
    strength: "sure",
    hints: "must |may |should |always|everywhere|how we|in this repo|in this project|i want|when you|i said |means",
    forms: [
      "[\\w ./-]{2,40} (?:must|may|should|shall) (?:always|never)\\b",
      ".*[,–—-] ?always$",
      "[\\w .-]+ (?:is|are) [^,]*\\beverywhere\\b",
      ".*\\bhow we (?:do|handle|write|name|test|work)\\b",
      ".*\\b(?:never|only|no|always) [\\w.@/-]+ in (?:this|our) (?:repo|repository|project|codebase)$",
      "for (?:all |any |every )?(?:\\w+ )?(?:commit messages|commits|prs|branches|tests|comments|names|docs|migrations|errors|logs|answers|dates|endpoints|releases|configs?),? (?:i want|i'd like|i prefer|use|please|we|always|never|keep|stick)\\b",
      "(?:when|if|whenever) you (?:propose|suggest|explain|answer|review|write|name|show|report|recommend|document|refactor|describe|reply|estimate|plan|commit|summari[sz]e) .*\\b(?:give|use|show|tell|keep|put|don't|do not|always|never|make|add|start|be|stick|include)\\b",
      "i said (?!it|that|this|so|no\\b|yes|the)(?:\\S+ ){2,}\\S+",
      "that'?s not what \\S+ means?\\b",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints: "->|→|case|tabs|spaces|quotes|semicolons|keep |no |through |under |don't use|do not use",
    forms: [
      "[\\w ]{3,30} (?:->|→|=>) [\\w.-]+,? (?:not|no|never|because|too)\\b",
      "(?:snake_case|camelcase|kebab-case|pascalcase|tabs|spaces|single quotes|double quotes|semicolons|(?:two|four|2|4) spaces)\\b(?! (?:are|is) (?:broken|wrong|missing)).*",
      "(?:please )?keep (?!the |this |that |it |my |your |going)(?:\\S+ ){1,3}?(?:below|under|short|small|tiny|simple|focused|flat|pure|thin|stateless|private|english)\\b",
      "no (?!more|problem|worries|idea|need|luck|changes|other|tests? fail|errors?|rush|thanks)(?:[\\w-]+ ){1,2}[\\w-]+s$",
      "all (?:[\\w-]+ ){1,3}(?:go|goes|come|live|belong|run|are routed|pass) (?:through|via|in|into|under|to|from|next to)\\b(?!.*\\b(?:fail|but|although)\\w*)",
      "(?:every|each|any) (?:\\S+ ){1,4}(?:needs?|gets?|has|must|goes|requires?)\\b(?!.*\\b(?:although|but|why)\\b)",
    ],
  },
  {
    memoryType: "W",
    strength: "sure",
    hints:
      "from |since|starting|beginning|effective|instead|rather than|source of truth|default|as of|support for|decid|decision|agree|settled|chose|choose|going with|go with|let's|stick|switch|it is|call|dropp|drop |support|moving|moved|migrat|standardi|longer|adopt|say|said|want|insist|requir|pick|approv|sign|final|we'll|we will|retir|going to|plan|deadline|date |freeze|launch|budget|mind|we keep|we host| is out|dead|gone|limit|timeout|ttl|retention|quota|threshold|port|prefix|version|changed| now|raised|deprecat|abandon|replac|keeping|staying|ditch|renam|went with|official|opt",
    forms: [
      "(?:so |after [^,]*,? )?(?:we|i|we all|they|the team)(?:'ve| have|)(?: all| now| just| already| finally| both| also|)* (?:decided|agreed|chose|chosen|settled|opted|picked|committed|voted|concluded|standardi[sz]ed)\\b(?! to (?:look|check|try|meet|talk|wait|see))",
      `(?:and |so )?let's (?:use|go with|go for|stick with|stick to|switch to|move to|keep(?! going| it\\b| this| that)|settle it|adopt|standardi[sz]e on|settle on|keep using|stay with|stay on|drop|ditch) ${AT_HAND_EN}(?!.*\\b(?:quick|hack|demo)\\b)`,
      "we(?:'re| are)(?: now| also| finally| officially| definitely|)* (?:going with|switching (?:to|from|over)|moving (?:to|from|off|away)|migrating|dropping|standardi[sz]ing|sticking (?:with|to)|staying (?:with|on)|adopting|replacing|retiring|deprecating|ditching|abandoning|keeping|sunsetting|phasing out|getting rid of|done with|not (?!sure|there|ready|able|certain|done|getting|seeing|finding)\\w+ing)\\b",
      `we(?:'ll| will)(?: now| only| all| definitely| stick|)* (?:use|go with|switch to|go for|drop|keep|stay with|stay on|stick with|stick to|adopt|move to|support|not|no longer|never|host|deploy|standardi[sz]e|deprecate|retire) ${AT_HAND_EN}`,
      "we(?:'ll| will)(?: now| only|)* \\w+ [^,]*\\b(?:instead of|rather than)\\b",
      "support for [^,]+ (?:ends|stops|is dropped|was dropped|will end)\\b",
      "(?:starting|beginning|effective) (?:next|with|from|in|on|this|monday|tuesday|wednesday|thursday|friday|immediately|\\w+ \\d)[^,]*,? ",
      "[^,]+ is (?:the|our) (?:only |new |official |one )?(?:source of truth|way to go|standard|default|tool of choice)\\b",
      "we won't (?:use|support|do|add|need|have|go|ship|keep|allow|migrate|be)\\b",
      "(?:we|the \\w+|our \\w+|\\w+) no longer (?:use|support|need|maintain|deploy|ship|allow|accept|run|live|exist|work with|want)s?\\b",
      "(?:the )?(?:final |new |team )?(?:decision|decided|agreed|settled|final call|final decision|final answer|verdict|conclusion|resolution)(?: of [^:]+)?\\s*(?::|,|–|-|is\\b)",
      "(?:it|that)(?:'s| is| was)(?: now| all| officially| finally|)* (?:settled|decided|agreed|official|final|approved|signed off)\\b",
      `(?:the )?${WHO_EN}(?: has| have| just| also| finally|)* (?:says?|said|decided|chose|agreed|insists?|insisted|requires?|required|picked|approved|signed off|confirmed|mandated|ruled|wants? us|wants? (?:all|every)|asked us|told us|doesn't (?:want|allow)|won't)\\b`,
      "[\\w.+#/ -]{2,40} it is(?:,? then)?(?:$|,)",
      "we(?:'re| are)(?: all| now| definitely)? going to (?!(?:need|have to|see|look|try|discuss|talk|check|test|be)\\b)\\w+",
      "(?:the )?(?:plan|date|scope|name|design|architecture|stack|roadmap|budget|contract|schedule|deal) is (?:now )?(?:fixed|final|set|settled|decided|signed|clear|approved|frozen)\\b",
      "(?:the |our |new |hard )*(?:deadline|release date|launch date|due date|go-live|feature freeze|code freeze|freeze|budget|launch|cut-off|kick-?off) (?:is|was|will be|has been|has|got|moved|moves)\\b",
      "(?:i(?:'ve| have)?|we(?:'ve| have)?) made up (?:my|our) minds?\\b",
      "(?:we|i)(?:'ll| will)? (?:keep|host|rewrite|require|build on|bet on|pay for|buy|cap|limit|cut|kill|postpone|freeze|support) (?!this\\b|that\\b|getting|seeing|it\\b|having)(?:[^,]+),? (?:no|not|instead|only|from|in|until|and not|rather)\\b",
      "(?:from|starting with|as of|since|beginning with) (?:v?\\d[\\w.]*|version \\S+|(?:the )?next (?:release|version|sprint|month|week|year)|\\w+day|(?:january|february|march|april|may|june|july|august|september|october|november|december)\\b[^,]*|last (?:week|month))(?: on(?:wards)?)?,? (?:we|all|every|the|our|only|no)\\b",
      "[\\w.+#/-]+(?: [\\w.+#/-]+)? (?<!error|bug|problem|issue|warning|failure) is (?:out|dead|gone|history|retired|deprecated|banned|end of life|eol|off the table|no longer an option)\\b(?:,|$| now| and| for)",
      "we(?:'re| are) (?:now )?on [\\w.+#/ -]+ (?:since|now)\\b",
      "(?:the |our |max(?:imum)? |min(?:imum)? |default |session |upload |request |rate |retry |api |base |staging |production |prod |test )*(?:limit|timeout|ttl|retention|quota|maximum|minimum|threshold|port|prefix|version|interval|budget|price|rate|domain|host|url|size|time ?zone|currency|name|branch|bucket|region|endpoint)s?(?: for [\\w ]+?| of [\\w ]+?| in [\\w ]+?)? (?:is|are|was|were|has been|have been|got|goes|went|will be)(?: now| set| changed| raised| lowered| increased| reduced| moved| renamed| up| down| bumped| to| from)* (?!null|undefined|empty|wrong|missing|too|not|broken|ignored|never|always|still|exceeded|reached|in use|taken|invalid|set(?: correctly|$))(?=.*(?:\\bnow\\b|changed|raised|lowered|increased|reduced|moved|renamed|bumped|not \\S+$|fixed at|set to|\\d))",
      "(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:decided|voted) against\\b",
      "(?:our|the) (?:\\w+ ){1,4}(?:has|have|was|were|is|are) (?:been |now |being )*(?:moved|migrated|renamed|replaced|switched|retired|deprecated|dropped|sunset)\\b(?: (?:to|by|with|from|off|in favou?r)|$)",
      "we(?:'ve| have) (?:moved|migrated|switched|renamed|replaced|dropped|retired|deprecated|adopted|stopped|gone with|signed|picked)\\b",
      "we (?:moved|migrated|switched|dropped|picked|went with|adopted|signed off)\\b(?!.*\\b(?:and now|since then|but)\\b)",
    ],
  },
  {
    memoryType: "W",
    strength: "plain",
    hints: "now|instead of| not ",
    forms: [
      "(?:the|our|all) (?:[\\w./-]+ ){1,5}(?:is|are|lives?|runs?|uses?|goes|points?|expires?|takes?) (?:now )?[^,]*\\b(?:now,? (?:not|instead of|and not|no longer)|now instead|from now)\\b",
      "(?:the|our|all) (?:[\\w./-]+ ){1,5}now (?:lives?|runs?|uses?|goes|points?|expires?|takes?|is|are|has to|must)\\b(?!.*\\b(?:fail|broken|error|slow|wrong|null|empty|undefined)\\w*)",
    ],
  },
  {
    memoryType: "O",
    strength: "plain",
    hints:
      "wrong|no,|no.|nope|actually|correction|incorrect|told you|said|keep |again|not |mistake|called|misremember|misunderst|confused|misread|mixed|not true|not right|forgot|outdated|you wrote|you used|you assumed|you put|you named|you took|any more|anymore|any longer|instead of",
    forms: [
      "(?:(?:no|nope|wrong|incorrect|correction|actually|not true|small correction|to correct you|(?:that's|that is|this is|you're|you are) (?:wrong|not right|not correct|incorrect|mistaken|outdated|not true|out of date))\\b[\\s,.:;!–-]*)+(?:(?:we|our|the|all|amounts|it's called|everything|prices|dates|ids|you)\\b)(?! (?:other|first|second|last|button|page|error|bug|test fails|problem|issue|file you|one)\\b).*\\b(?:is|are|isn't|aren't|uses?|runs?|lives?|use|called|goes|go|belongs?|has|have|stored|named|expires?|starts?|on|deploy|write|don't|never|always|must)\\b(?!.*\\b(?:broken|failing|missing|still|undefined|null|empty|crash\\w*)\\b)",
      "(?:(?:wrong|incorrect|correction|not true|you(?:'ve| have)? (?:misunderstood|misread|got (?:that|it|this) wrong|mixed (?:that|it|this|them) up|confused \\w+)|(?:that's|that is|you're|you are) (?:wrong|not right|not correct|incorrect|mistaken|outdated|not true|not quite right))\\b[\\s,.:;!–-]*)+(?!(?:it|this|that|there)(?:'s| is| was)?\\b)(?:\\S+ ){2,}\\S+",
      "not \\w+, (?:but )?\\w+$",
      "(?:as )?i(?:'ve| have)? (?:already |just )?(?:told you|said (?:it |this |that )?(?:before|already|many|a hundred|twice|three)|mentioned (?:before|already|many)|explained (?:before|already))",
      "(?:how (?:often|many times)|for the (?:second|third|last|hundredth|\\w+th) time)\\b",
      "you (?:keep|always|constantly|continually) (?:forget|forgetting|us(?:e|ing)|add(?:ing)?|writ(?:e|ing)|mix(?:ing)?|ignor(?:e|ing)|nam(?:e|ing)|put(?:ting)?|mak(?:e|ing)|wrap(?:ping)?|chang(?:e|ing)|do(?:ing)?|generat(?:e|ing)|leav(?:e|ing)|skip(?:ping)?)\\b",
      "you(?:'ve| have)? (?:used|forgot|forgotten|wrote|written|added|ignored|did|put|named|committed|pushed|touched|changed|mixed) .*\\bagain\\b",
      "it(?:'s| is) (?:called|named|spelled|spelt|pronounced) .*\\bnot\\b",
      "(?:it(?:'s| is)|we use|we're on|we are on|they're|they are) [^,]{1,30},? (?:and )?not [^,]{1,30}$",
      `(?:our|the|all) (?:[\\w./-]+ ){1,4}(?:is|are|lives?|runs?|uses?|goes|starts?|expires?) [^,]{1,40}, not [^,]{1,30}$`,
      "(?:use )?[\\w.@/-]+,? not [\\w.@/-]+[.!,;]? (?:always|everywhere|in this repo|for everything|ever)\\b",
      "(?:.*, (?:but )?|)you(?:'ve| have)? (?:wrote|used|assumed|put|named|called|typed|said|took|picked|chose|placed|wrote it as|spelled) (?!it (?:works|should))[^,]+(?:, .*\\b(?:not|we|is|are|belongs?|should)\\b.*)?$(?<!^you[^,]*)",
      "(?:we|there) (?:don't|do not|doesn't|no longer) (?:have|exist|is|are).*\\b(?:any ?more|any longer)",
      "wrong \\w+,? (?:we|our|the|it)\\b.*\\b(?:is|are|on|use|in|goes|lives)\\b",
      "[\\w. -]+ \\d+, not \\d+\\b.*",
      "(?:please )?(?:say|use|call it|call them|write) x,? (?:instead of|not|rather than|and not) x\\b",
      "(?:not|no) [\\w.@/-]+[.!,;] [\\w.@/-]+[.!,;] (?:always|ever|everywhere|please)",
    ],
  },
];
