/**
 * In: text that somebody else may have written, on its way to a terminal or an agent. Out: the same, hiding nothing
 * from its reader, passing for nobody else's, and one line where it must be one.
 * Not done here: making our own frames (recall/frame.ts). What is stored stays as it is.
 *
 * Legible: every character that a reader can't see, or that would steer a terminal, is written as JSON writes it:
 * `\u001b`, `\u202e`. JSON keeps its meaning by it.
 *
 * Neutral: the text can neither open nor close what a client or memory puts round its own words: `<system-reminder>`,
 * `<function_calls>`, `<memory-notes …>`. Only the bracket changes, so what the text says stays readable. A mark counts
 * however it is spelt: in any case, with other dashes, blanks or characters of no width in its name, in letters of full
 * width or of another alphabet that look the same, with its bracket escaped as HTML or look-alike.
 *
 * @module
 */

/**
 * Control characters but line feed and tab; direction marks; characters of no width; fillers; tags, with which text can
 * be written that only a program reads; variation selectors; what shorthand and music are set with. Code units, so
 * that one pattern holds all planes.
 */
const UNSEEN =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\udb40-\udb43][\udc00-\udfff]|\ud82f[\udca0-\udca3]|\ud834[\udd73-\udd7a]/g;

/** A text of which a reader sees all. */
export function legible(text: string): string {
  return text.replace(UNSEEN, (found, at: number) => belongs(found, text, at) ? found : escaped(found));
}

/** All texts of a plain value made legible, names of fields included. */
export function legibleValue<T>(value: T): T {
  return allLegible(value) as T;
}

function allLegible(value: unknown): unknown {
  if (typeof value === "string") return legible(value);
  if (Array.isArray(value)) return value.map(allLegible);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [legible(name), allLegible(inner)]));
}

/** Whether it has its place where it stands: at the end of a line, inside of an emoji, between letters it joins. */
function belongs(found: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (found === "\r") return after.startsWith("\n");
  if (found === "\u200c" || found === "\u200d") {
    // Arabic, the scripts of India and their neighbours.
    if (/[\u0600-\u1cff]$/.test(before) && /^[\u0600-\u1cff]/.test(after)) return true;
    return found === "\u200d" && /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) &&
      /^\p{Extended_Pictographic}/u.test(after);
  }
  // One of them chooses how a sign looks; a row of them can hide a message.
  if (/^[\ufe00-\ufe0f]$/.test(found)) {
    return /[\d#*]$|[^\0-\x7f\ufe00-\ufe0f]$/.test(before) && !/\udb40[\udd00-\uddef]$/.test(before);
  }
  if (/^\udb40[\udd00-\uddef]$/.test(found)) return /\p{sc=Han}$/u.test(before);
  return false;
}

/** Characters as JSON writes them when it spells them out. */
function escaped(found: string): string {
  return found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/**
 * Names that the clients give to what they tell a model themselves, as found in their packages, in letters alone. Text
 * that is searched: a set costs more at every start.
 */
const NAMES = `
  memoryconventions memorynotes systemreminder systemnote systemmessage

  functioncalls functionresults tooluse tooluseerror toolresult toolcall toolresponse userpromptsubmithook
  sessionstarthook usermemoryinput tasknotification teammatemessage agentmessage crosssessionmessage
  crosssessionmessagesrule coordinatortask persistedoutput pastedcontent sandboxviolations forkboilerplate ideselection
  ideopenedfile newdiagnostics mcpresource userclaudemd claudemd ccmemory memoryupdates memorylisting
  channelmemorylisting webhookpayload subagenthandback totaltokens reploutput usermessage nonusermessage autonomousloop
  responsivemode ccautomodepermissions ccautomodesessionrules permissionstemplate interruptedoutput truncatedoutput
  partialresponse previousconversation othersessions earliermessage userallowrulestoreplace settingsdenyrules

  environmentcontext userinstructions hookprompt turnaborted subagentnotification usershellcommand
  permissionsinstructions collaborationmode personalityspec modelswitch multiagentmode multiagentrole persistentmode
  proposedplan realtimeconversation realtimedelegation codexinternalcontext codexdelegation contextwindow
  contextwindowguidance contentfilterguidance useraction untrustedobjective recommendedplugins sideconversation
  tokenbudget rolloutbudget oaimemcitation permissionprofile workspaceroots sendusermessagequestionreply resourceaccess

  userquery attachedfiles

  hookcontext sessioncontext loadedcontext projectcontext extensioncontext globalcontext userprojectmemory
  untrustedcontext statesnapshot tooloutputmasked activatedskill availableskills availablesubagents availabletools
  userinput originaluserrequest backgroundoutput activeconstraints

  teamnotice teamstatus teamplanapprovalrequest sessionauthority goalruntimedata planmodeactive backgroundtasks
  autonomousloopdynamic forwardedmessages skillargs previousresponsesuffix

  preamblemessages planmode autopilotmode autopilotobjective workingdirectorychanged additionaldirectorieschanged
  sessionmemoryrecovery sessionmemorythreadhint sessionlimitsstatus retainedpermissionevidence mainagentuserrequest
  mainagentresponse orchestratorconstraint custominstruction importedcustominstruction invokedskills prohibitedactions
  contentexclusionpolicy scheduledtask currentdatetime taggedfiles dynamiccontextboard activeworkflows
  usershellcommandoutput
`;
/** Names of one word. As a type's argument (`List<System>`) they are code. */
const SHORT_NAMES = " system assistant human developer skill invoke think thinking functions instructions ";
/** A name of several words is a mark by its first or its last one: each version of a client adds names of a kind. */
const FIRST_WORDS = " command bash hook tool assistant developer ";
const LAST_WORDS =
  " reminder reminders hook hooks instructions notification notifications notice stdout stderr caveat context prompt ";

/** Brackets and what looks the same; Gemini CLI escapes those of what a hook says, so an escaped one is as good. */
const BRACKET = /[<＜﹤≮ᐸ˂]|&(?:amp;)*(?:lt|#0*60|#x0*3c)(?:;|(?![\w]))/gi;
const MAY_HOLD_BRACKET = /[<＜﹤≮ᐸ˂]|&/;
/** Escapes that end like a letter and are none: those of JSON, and those that `legible` makes. */
const WRITTEN_OUT = /\\(?:[bfnrt]|u[\da-f]{4})$/i;
/** The longest name, spelt with something between its letters, and what may stand before it. */
const REACH = 240;
const LONGEST_NAME = 40;
/** How many signs may stand between two letters of a name, or before the first. */
const WIDEST_GAP = 6;

/** Letters that look like Latin ones, and those. Capitals first, since a small letter may look like another one. */
const ALIKE_CAPITALS = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ";
const LATIN_CAPITALS = "abezhikmnoptyxabesijkmhopctyx";
const ALIKE = "аеорсухѕіјһԁԛԝѵӏкмтɑαεηικνορτυχωγıɩɡøłđħŧօոսհᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";
const LATIN = "aeopcyxsijhdqwvlkmtaaenikvoptuxwyiigoldhtonuhabcdefghijklmnoprstuvwyz";

/** A text that reads as it did, in which nothing is hidden and no mark is left. */
export function neutralise(text: string): string {
  return withoutMarks(legible(text), () => "‹");
}

/** A value as JSON in which nothing is hidden and no mark is left; a program reads the same value. */
export function neutralJson(value: unknown, indent?: number): string {
  // Outside of its strings JSON has neither such characters nor brackets.
  const json = legible(JSON.stringify(value, null, indent));
  return withoutMarks(json, (bracket) => escaped(bracket.charAt(0)) + bracket.slice(1));
}

function withoutMarks(text: string, instead: (bracket: string) => string): string {
  if (!MAY_HOLD_BRACKET.test(text)) return text;
  return text.replace(BRACKET, (bracket, at: number) => {
    const after = text.slice(at + bracket.length, at + bracket.length + REACH);
    const before = text.slice(Math.max(0, at - "\\u0000".length), at);
    const isArgument = /[\p{L}\p{N}_]$/u.test(before) && !WRITTEN_OUT.test(before);
    return isMark(after, isArgument) ? instead(bracket) : bracket;
  });
}

/** Whether what stands behind a bracket begins with a mark's name. */
function isMark(after: string, isArgument: boolean): boolean {
  // Tokens by which a model's input itself is divided: `<|im_start|>`.
  if (/^[|｜]\s?[\w▁]{1,40}\s?[|｜]/.test(after)) return true;
  const seen = plain(after);
  let words: string[] = [];
  let gap = 0;
  let word = "";
  for (let at = 0; at <= seen.length; at++) {
    const sign = seen[at] ?? ">";
    if (/[a-z0-9]/.test(sign)) {
      word += sign;
      gap = 0;
      if (word.length > LONGEST_NAME) return false;
      continue;
    }
    if (word !== "") {
      words.push(word);
      word = "";
      if (isName(words)) return true;
      if (!isArgument && /[\s>/]/.test(sign) && SHORT_NAMES.includes(` ${words.join("")} `)) return true;
    }
    // The word before a colon is a namespace.
    if (sign === ":") words = [];
    else if (/[<>=;,.(){}[\]"'`&]|\p{L}|\p{N}/u.test(sign)) return false;
    if (++gap > WIDEST_GAP || words.length > WIDEST_GAP) return false;
  }
  return false;
}

function isName(words: readonly string[]): boolean {
  if (isListed(words.join(""))) return true;
  return words.length > 1 && (FIRST_WORDS.includes(` ${words[0]} `) || LAST_WORDS.includes(` ${words.at(-1)} `));
}

function isListed(name: string): boolean {
  for (let at = NAMES.indexOf(name); at !== -1; at = NAMES.indexOf(name, at + 1)) {
    if (NAMES.charAt(at - 1) <= " " && NAMES.charAt(at + name.length) <= " ") return true;
  }
  return false;
}

/** In small Latin letters, as far as letters look like them, without what `legible` wrote out. */
function plain(text: string): string {
  const whole = text.replace(/\\u[\da-f]{4}/gi, "").replace(/\\[bfnrt]/g, " ");
  if (/^[\0-\x7f]*$/.test(whole)) return whole.toLowerCase();
  let seen = "";
  for (const sign of whole.normalize("NFKD")) {
    if (/\p{M}/u.test(sign)) continue;
    const capital = ALIKE_CAPITALS.indexOf(sign);
    const small = sign.toLowerCase();
    const alike = capital === -1 ? ALIKE.indexOf(small) : -1;
    seen += capital === -1 ? alike === -1 ? small : LATIN.charAt(alike) : LATIN_CAPITALS.charAt(capital);
  }
  return seen;
}

/**
 * A text as one line: every run of white space and control characters becomes a blank. Signs that end a line for some
 * readers only (a lone carriage return, U+0085, U+2028) must not make a record look like several lines.
 */
export function oneLine(text: string): string {
  // The quick way for nearly every cell of INDEX.md.
  if (/^[!-~]*$/.test(text)) return text;
  // deno-lint-ignore no-control-regex -- they are what is taken out
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
}

/** The lines of a text, whatever ends them for some reader: each is one line to all of them. */
export function linesOf(text: string): string[] {
  // deno-lint-ignore no-control-regex -- they end lines
  return text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
}
