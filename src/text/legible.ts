/**
 * In: text that somebody else may have written, on its way to a terminal or an agent. Out: the text with hidden
 * characters written out, without the marks by which clients and memory set off their own words, or on one line.
 * Stored text stays as it is.
 *
 * Legible: every character that a reader can't see, or that would steer a terminal, becomes a JSON escape: `\u001b`,
 * `\u202e`. The meaning of JSON stays the same.
 *
 * Neutral: the text can neither open nor close a mark of a client or of memory: `<system-reminder>`,
 * `<function_calls>`, `<memory-notes …>`. Only the bracket changes, so the text stays readable. A mark is found in any
 * spelling: in any case, with other dashes, blanks or characters of no width in its name, in letters of full width or
 * of another alphabet that look the same, with its bracket escaped as HTML or look-alike.
 */
import { holds, wordList } from "./word_list.ts";

/**
 * Control characters but line feed and tab; direction marks; characters of no width; fillers; tag characters, in which
 * text can be written that only a program reads; variation selectors; format characters of shorthand and music. In code
 * units, so that one pattern holds all planes.
 */
const UNSEEN =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\udb40-\udb43][\udc00-\udfff]|\ud82f[\udca0-\udca3]|\ud834[\udd73-\udd7a]/g;

/** The text with every hidden character written out. */
export function legible(text: string): string {
  return text.replace(UNSEEN, (found, at: number) => isInPlace(found, text, at) ? found : escaped(found));
}

/** All texts of a plain value made legible, names of fields included. */
export function legibleValue<T>(value: T): T {
  if (typeof value === "string") return legible(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => legibleValue(item)) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [legible(name), legibleValue(inner)])) as T;
}

/** Whether a hidden character is where it belongs: at the end of a line, in an emoji, between letters that it joins. */
function isInPlace(found: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (found === "\r") return after.startsWith("\n");
  if (found === "\u200c" || found === "\u200d") {
    // Arabic, the scripts of India and their neighbours.
    if (/[\u0600-\u1cff]$/.test(before) && /^[\u0600-\u1cff]/.test(after)) return true;
    return found === "\u200d" && /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) &&
      /^\p{Extended_Pictographic}/u.test(after);
  }
  // One variation selector chooses how a sign looks; a row of them can hide a message.
  if (/^[\ufe00-\ufe0f]$/.test(found)) {
    return /[\d#*]$|[^\0-\x7f\ufe00-\ufe0f]$/.test(before) && !/\udb40[\udd00-\uddef]$/.test(before);
  }
  if (/^\udb40[\udd00-\uddef]$/.test(found)) return /\p{sc=Han}$/u.test(before);
  return false;
}

function escaped(found: string): string {
  return found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/** Names of marks around a client's own words, in letters alone, as found in the clients' packages. */
const NAMES = wordList(`
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
`);
/** Names of one word. As a type's argument (`List<System>`) they are code. */
const SHORT_NAMES = " system assistant human developer skill invoke think thinking functions instructions ";
/** A name of several words is known by its first or last word: new versions of clients add more of these names. */
const FIRST_WORDS = " command bash hook tool assistant developer ";
const LAST_WORDS =
  " reminder reminders hook hooks instructions notification notifications notice stdout stderr caveat context prompt ";

/** Brackets and signs that look the same; escaped ones, too, since Gemini CLI escapes those of a hook. */
const BRACKET = /[<＜﹤≮ᐸ˂]|&(?:amp;)*(?:lt|#0*60|#x0*3c)(?:;|(?![\w]))/gi;
const MAY_HOLD_BRACKET = /[<＜﹤≮ᐸ˂]|&/;
/** Escapes of JSON and of `legible`: their last letter is not the end of a word. */
const WRITTEN_OUT = /\\(?:[bfnrt]|u[\da-f]{4})$/i;
/** How far behind a bracket a name is read, with everything between its letters and before it. */
const REACH = 240;
const LONGEST_NAME = 40;
/** How many signs may stand between two letters of a name, or before the first. */
const WIDEST_GAP = 6;

/** Letters that look like Latin ones, and the Latin ones. A capital may look like another letter than its small one. */
const ALIKE_CAPITALS = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ";
const LATIN_CAPITALS = "abezhikmnoptyxabesijkmhopctyx";
const ALIKE = "аеорсухѕіјһԁԛԝѵӏкмтɑαεηικνορτυχωγıɩɡøłđħŧօոսհᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";
const LATIN = "aeopcyxsijhdqwvlkmtaaenikvoptuxwyiigoldhtonuhabcdefghijklmnoprstuvwyz";

/** The text with nothing hidden and no marks; it reads as before. */
export function neutralise(text: string): string {
  return withoutMarks(legible(text), () => "‹");
}

/** A value as JSON with nothing hidden and no marks; a program reads the same value. */
export function neutralJson(value: unknown): string {
  return neutralised(JSON.stringify(value));
}

/** The same for JSON that is text already, whole or a piece that is cut between values. */
export function neutralised(json: string): string {
  // Outside its strings JSON has neither hidden characters nor these brackets.
  return withoutMarks(legible(json), (bracket) => escaped(bracket.charAt(0)) + bracket.slice(1));
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

/** Whether the text behind a bracket begins with the name of a mark. */
function isMark(after: string, isArgument: boolean): boolean {
  // Tokens that divide a model's input: `<|im_start|>`.
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
  if (holds(NAMES, words.join(""))) return true;
  return words.length > 1 && (FIRST_WORDS.includes(` ${words[0]} `) || LAST_WORDS.includes(` ${words.at(-1)} `));
}

/** The text in small letters, with Latin ones for letters that look like them, and without JSON escapes. */
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

/** A text as one line, also for readers for whom a lone carriage return, U+0085 or U+2028 ends a line. */
export function oneLine(text: string): string {
  // For speed: nearly every cell of INDEX.md is one plain word.
  if (/^[!-~]*$/.test(text)) return text;
  // deno-lint-ignore no-control-regex -- they are what is taken out
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
}

/** A text of at most so many characters: a longer one is cut, never through an emoji, and ends in an ellipsis. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

/** The lines of a text, split at every sign that some reader takes for a line end. */
export function linesOf(text: string): string[] {
  // deno-lint-ignore no-control-regex -- they end lines
  return text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
}
