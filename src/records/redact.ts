/**
 * In: text that is about to be kept. Out: the text without secrets, and which kinds were taken out.
 * A secret becomes `[redacted:kind]`; text in `<private>…</private>` goes without a trace.
 *
 * @module
 */
import { holdsAny } from "../rare_pattern.ts";
import { isPlaceholder, isReference } from "./harmless.ts";

/** A text that may be kept. */
export interface Redaction {
  readonly text: string;
  /** Kinds found, each once, in order of appearance in the table. */
  readonly kinds: readonly string[];
}

interface Pattern {
  readonly kind: string;
  /** In lower case. A text without any of them holds no such secret, and the pattern is not even compiled. */
  readonly words: readonly string[];
  readonly pattern: () => RegExp;
  /** Which capture group is the secret; the whole match when absent. */
  readonly group?: number;
}

/**
 * Shapes that the issuers document, most specific first. Only shapes that can't be ordinary prose: a memory full of
 * false alarms is as useless as one full of secrets. What a pattern repeats without end is followed by nothing, or
 * can't begin anew within itself: each takes time in proportion to the text, whatever it holds.
 */
const PATTERNS: readonly Pattern[] = [
  {
    kind: "private-key",
    words: ["private key-----"],
    pattern: () => /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  { kind: "aws-key", words: ["akia", "asia"], pattern: () => /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  {
    kind: "github-token",
    words: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: () => /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/g,
  },
  { kind: "gitlab-token", words: ["glpat-"], pattern: () => /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: "anthropic-key", words: ["sk-ant-"], pattern: () => /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
  { kind: "openai-key", words: ["sk-"], pattern: () => /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,}/g },
  { kind: "stripe-key", words: ["k_live_", "k_test_"], pattern: () => /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: "google-key", words: ["aiza"], pattern: () => /\bAIza[0-9A-Za-z_-]{35}/g },
  { kind: "slack-token", words: ["xox"], pattern: () => /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g },
  { kind: "npm-token", words: ["npm_"], pattern: () => /\bnpm_[A-Za-z0-9]{36}\b/g },
  {
    kind: "slack-webhook",
    words: ["hooks.slack.com/"],
    pattern: () => /hooks\.slack\.com\/services\/([\w/]{20,})/g,
    group: 1,
  },
  { kind: "pypi-token", words: ["pypi-age"], pattern: () => /\bpypi-AgE[\w-]{40,}/g },
  { kind: "sendgrid-key", words: ["sg."], pattern: () => /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: "twilio-key", words: ["sk"], pattern: () => /\bSK[0-9a-f]{32}\b/g },
  { kind: "telegram-token", words: [":aa"], pattern: () => /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: "alibaba-key", words: ["ltai"], pattern: () => /\bLTAI[A-Za-z0-9]{12,26}\b/g },
  { kind: "tencent-key", words: ["akid"], pattern: () => /\bAKID[A-Za-z0-9]{32}\b/g },
  { kind: "age-key", words: ["age-secret-key-"], pattern: () => /\bAGE-SECRET-KEY-1[A-Z0-9]{40,}/g },
  {
    // Issuers whose tokens begin with a sign of their own: DigitalOcean, Docker, Linear, Shopify,
    // Atlassian, Vault, Google.
    kind: "service-token",
    words: ["_v1_", "dckr_pat_", "lin_api_", "shp", "atatt3x", "hvs.", "gocspx-", "ya29."],
    pattern: () =>
      /\b(?:do[opr]_v1_[a-f0-9]{40,}|dckr_pat_[\w-]{20,}|lin_api_\w{30,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|ATATT3x[\w=-]{40,}|hvs\.[\w-]{20,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})/g,
  },
  { kind: "huggingface-token", words: ["hf_"], pattern: () => /\bhf_[A-Za-z0-9]{30,}/g },
  {
    kind: "jwt",
    words: ["eyj"],
    pattern: () => /\beyJ(?:(?!-eyJ)[A-Za-z0-9_-]){10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  },
  {
    kind: "url-password",
    words: ["://"],
    pattern: () => /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]+:([^\s:/@]{3,})@/gi,
    group: 1,
  },
  { kind: "bearer-token", words: ["bearer"], pattern: () => /\bBearer\s+([A-Za-z0-9._~+/=-]{20,})/g, group: 1 },
  {
    kind: "basic-auth",
    words: ["basic"],
    pattern: () => /\bAuthorization:\s*Basic\s+([A-Za-z0-9+/=]{12,})/gi,
    group: 1,
  },
  {
    // `DB_PASSWORD=`, `aws_secret_access_key =`, `"clientSecret":`; a Chinese word after it explains the password, and
    // 密码是 goes on with prose as often as with the password, which has a digit.
    kind: "password",
    words: ["password", "passwd", "passphrase", "pwd", "secret", "key", "token", "密码", "口令", "密钥"],
    pattern: () =>
      /(?:(?<![A-Za-z0-9])(?:password|passwd|passphrase|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|(?:api|access|account|shared[_-]?access|private)[_-]?key|(?:access|auth|refresh|bot)[_-]?token|client[_-]?secret)["']?\s*(?::=|=>|[:=])\s*|(?:密码|口令|密钥)\s*(?:[:：=]\s*|(?:是|为|改为|改成|设为)\s*(?=[^\s\u4e00-\u9fff]*\d)))["']?([^\s"'，。；,;<>[\]{}\u4e00-\u9fff]{6,})/gi,
    group: 1,
  },
  {
    // Of the environment: `STAGING_TOKEN=`; a name like `maxToken` says nothing of the kind.
    kind: "token",
    words: ["_token"],
    pattern: () => /(?<![A-Za-z0-9])[A-Z][A-Z0-9_]{0,60}_TOKEN["']?\s*[:=]\s*["']?([A-Za-z0-9._~+/=-]{16,})/g,
    group: 1,
  },
];

const PRIVATE = "<private>";

/** Of parts within each other the outermost counts; one without an end reaches to the end. */
function withoutPrivate(text: string): string {
  let kept = "";
  let from = 0;
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(/<(\/?)private>/gi)) {
    if (slash === "") {
      if (depth === 0) kept += text.slice(from, index);
      depth++;
    } else if (depth > 0) {
      depth--;
      from = index + tag.length;
    }
  }
  return depth > 0 ? kept : kept + text.slice(from);
}

/** Takes out `<private>` text and, unless `secrets` is false (`privacy.redact`), whatever looks like a credential. */
export function redact(text: string, { secrets = true }: { secrets?: boolean } = {}): Redaction {
  const isPartlyPrivate = text.toLowerCase().includes(PRIVATE);
  let result = isPartlyPrivate ? withoutPrivate(text).replace(/[ \t]{2,}/g, " ").trim() : text;
  const lower = result.toLowerCase();
  const kinds = new Set<string>();
  for (const { kind, words, pattern, group } of secrets ? PATTERNS : []) {
    if (!holdsAny(lower, words)) continue;
    const whole = result;
    result = whole.replace(pattern(), (match: string, ...captures: unknown[]) => {
      const secret = group === undefined ? match : String(captures[group - 1]);
      if (isPlaceholder(secret)) return match;
      // The last occurrence: a password may equal the user name or the word before it.
      const at = match.lastIndexOf(secret);
      const after = whole.charAt(Number(captures.at(-2)) + match.length);
      if (kind === "password" && isReference({ value: secret, before: match.slice(0, at), after })) return match;
      kinds.add(kind);
      return `${match.slice(0, at)}[redacted:${kind}]${match.slice(at + secret.length)}`;
    });
  }
  return { text: result, kinds: [...kinds] };
}
