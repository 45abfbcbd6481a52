/**
 * In: text that is about to be kept. Out: the text without secrets, and which kinds were taken out.
 * A secret becomes `[redacted:kind]`; what stands in `<private>…</private>` goes without a trace.
 *
 * @module
 */

export interface Redaction {
  readonly text: string;
  /** Kinds found, each once, in order of appearance in the table. */
  readonly kinds: readonly string[];
}

interface Pattern {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Which capture group is the secret; the whole match when absent. */
  readonly group?: number;
}

/**
 * Shapes that the issuers document, most specific first. Only shapes that can't be ordinary prose: a memory full of
 * false alarms is as useless as one full of secrets.
 */
const PATTERNS: readonly Pattern[] = [
  {
    kind: "private-key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  { kind: "aws-key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: "github-token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/g },
  { kind: "gitlab-token", pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: "anthropic-key", pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
  { kind: "openai-key", pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,}/g },
  { kind: "stripe-key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: "google-key", pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  { kind: "slack-token", pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g },
  { kind: "npm-token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "huggingface-token", pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: "jwt", pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  { kind: "url-password", pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:([^\s:/@]{3,})@/gi, group: 1 },
  { kind: "bearer-token", pattern: /\bBearer\s+([A-Za-z0-9._~+/=-]{20,})/g, group: 1 },
  {
    kind: "password",
    pattern:
      /(?:\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret)["']?\s*[:=]\s*|(?:密码|口令|密钥)\s*(?:[:：=]|是)\s*)["']?([^\s"'，。；,;<>[\]{}]{6,})/gi,
    group: 1,
  },
];

/** Whether a value names a secret without being one: a variable, a placeholder, a type. */
const PLACEHOLDER =
  /^(?:\$|%|\*+$|x+$|\.\.\.|process\.env|os\.environ|env\.|your[_-]|changeme|example|required|optional|string|undefined|null|true|false)/i;

const PRIVATE = /<private>[\s\S]*?(?:<\/private>|$)/gi;

/** Takes out `<private>` text and, unless `secrets` is false (`privacy.redact`), whatever looks like a credential. */
export function redact(text: string, { secrets = true }: { secrets?: boolean } = {}): Redaction {
  let result = text.replace(PRIVATE, "");
  if (result !== text) result = result.replace(/[ \t]{2,}/g, " ").trim();
  const kinds = new Set<string>();
  for (const { kind, pattern, group } of secrets ? PATTERNS : []) {
    result = result.replace(pattern, (match: string, ...captures: unknown[]) => {
      const secret = group === undefined ? match : String(captures[group - 1]);
      if (PLACEHOLDER.test(secret)) return match;
      kinds.add(kind);
      // The last occurrence: a password may equal the user name or the word before it.
      const at = match.lastIndexOf(secret);
      return `${match.slice(0, at)}[redacted:${kind}]${match.slice(at + secret.length)}`;
    });
  }
  return { text: result, kinds: [...kinds] };
}
