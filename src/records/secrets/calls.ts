/**
 * Secrets in code, in what a program sends, and in the settings of switches, as data.
 *
 * @module
 */
import { isTerm } from "./harmless.ts";
import { isCredential, isLongKey } from "./look.ts";
import type { Shape } from "./shape.ts";

/** Names of calls that let somebody in, up to their first argument, and their arguments. */
const CALL = String
  .raw`(?:\b[\w.:>-]{0,40}(?:auth|login|credentials?|mac|connect(?:ion)?|authentication|pw_set|mysqli|pdo|dialer|basic\w{0,12}|password)\s?(?:=\s?|:\s?)?[([]|\bauth=\w{0,20}\()((?=[^()\n]{0,300}["'])[^()\n]{4,400})`;

/** What calls, headers, statements and expect scripts hold. */
export const CALLS: readonly Shape[] = [
  {
    kind: "password",
    words: ["jwt.", "createhmac", "hmac.new"],
    pattern: () =>
      /(?:\bjwt\.(?:sign|verify|encode|decode)\([^"'\n]{0,160}?|\bcreateHmac\(["'][\w-]+["'],\s*|\bhmac\.new\(b?)["']([^"'\n]{6,200})["']/g,
  },
  {
    kind: "password",
    words: ["securestring", "/pass:"],
    pattern: () =>
      /(?:ConvertTo-SecureString\s+(?:-String\s+)?["']([^"'$\n]{3,200})["']|\s\/pass:["']?([^\s"']{3,200}))/gi,
  },
  {
    kind: "password",
    words: ["password", "pwd", "secret", "token", "key"],
    and: ["value="],
    pattern: () =>
      /\b(?:key|name)=["'][\w.:-]{0,60}(?:password|pwd|secret|token|apikey)["']\s{1,4}value=["']([^"'\n]{4,200})["']/gi,
  },
  {
    kind: "password",
    long: 16,
    words: ["token(", "api(", "bot(", "client(", "session(", "sign", "secret(", "key(", "aip"],
    and: ["('", '("'],
    pattern: () =>
      /\b[\w.]{0,40}(?:token|api|bot|client|session|sign(?:er)?|secret|key|aip\w{1,12})\(([^()\n]{0,300})/gi,
    parts: () => /(?<=["'])[\w+/=-]{20,200}(?=["'])/g,
    looks: isLongKey,
  },
  {
    kind: "password",
    words: ["insert into"],
    pattern: () =>
      /\bINSERT INTO [^()\n]{1,80}\([^()]{0,200}(?:pass|pwd|secret|token)[^()]{0,200}\)\s{0,4}VALUES\s{0,4}((?:\([^()\n]{1,400}\)[,\s]{0,4}){1,20})/gi,
    parts: () => /(?<=')[^'\n\s]{6,200}(?=')/g,
    looks: isCredential,
  },
  {
    // A client that is made with an id and, right behind it, its key.
    kind: "password",
    long: 20,
    words: ["('", '("', "(\n"],
    pattern: () => /\b[A-Z][\w.:]{1,40}\(([^()]{40,300})/g,
    parts: () => /(?<=["'](?=[\w-]{0,64}\d)[\w-]{8,64}["'],\s{0,16}["'])[\w+/=-]{20,200}(?=["'])/g,
    looks: isLongKey,
  },
  {
    // The bytes of a key.
    kind: "private-key",
    words: ["0x"],
    and: ["key", "secret", "psk"],
    pattern: () =>
      /(?<!\w)(?!\w{0,40}pub)\w{0,40}?(?:key|secret|psk)(?!board|map|pad|_?code)\w{0,12}(?:: ?\[u8; ?\w{1,20}\] ?|[^\n=;{}]{0,30})=\s?[^\n\d;]{0,24}[{[(]\s{0,12}((?:(?:\(byte\)\s?)?0x[0-9a-f]{2}\s{0,8},\s{0,8}){7,255}(?:\(byte\)\s?)?0x[0-9a-f]{2})/gi,
    looks: (bytes) => new Set(bytes.split(/,\s*/)).size >= 6 && !/^0x00,\s*0x01/.test(bytes),
  },
  {
    kind: "private-key",
    long: 64,
    words: ["accounts", "wallet", "toaccount", "signer"],
    pattern: () =>
      /\b(?:accounts["']?\s?[:=]\s?\[|Wallet\(|privateKeyToAccount\(|signer)[^\n]{0,24}?["'](?:0x)?([0-9a-f]{64})["']/gi,
  },
  {
    kind: "password",
    words: ["assword"],
    pattern: () => /assword[^\n]{0,20}\n?[ \t]{0,20}(?:exp_)?send\s+(?:--\s+)?"([^"\n\\]{4,100})\\[rn]"/g,
  },
  {
    // Of switches and routers.
    kind: "password",
    words: ["snmp-server", "radius-server", "tacacs-server", "pre-shared-key ", "key-string", "username ", "enable "],
    and: [" secret ", " password ", "-server ", "pre-shared-key ", "key-string "],
    pattern: () =>
      /(?:\bsnmp-server community|\b(?:radius|tacacs)-server [^\n]{0,60}?\bkey(?: \d)?|\b(?:secret|password) [0579]|\bpre-shared-key|\bkey-string)[ \t]{1,4}([^\s"']{4,80})(?=\s|$)/g,
    looks: (word) => /\d/.test(word) && !isTerm(word),
  },
  {
    // The arguments of a call that lets somebody in: the last of several, or what a machine made.
    kind: "password",
    words: ["auth", "login", "credential", "mac(", "connect", "pw_set", "mysqli", "pdo(", "dialer", "password("],
    and: ["('", '("', ", '", ', "'],
    pattern: () => new RegExp(CALL, "gi"),
    parts: () => /(?<=["'])(?:[^"'\n\s]{6,200}|(?:[a-z]{4} ){3}[a-z]{4})(?=["'])/g,
    looks: (argument) => argument.includes(" ") || isCredential(argument),
  },
];
