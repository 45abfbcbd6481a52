/**
 * In: a text. Out: the tokens in it that carry a sign of their issuer, as `ghp_…` does.
 * Not done here: secrets that only the words around them give away (stated.ts).
 *
 * Hot path: some 200 signs, and no pattern for any. One pattern finds long words, their first two characters are
 * looked up in the table, which is searched as text.
 *
 * @module
 */
import { type Found, isPlaceholder } from "./look.ts";

/**
 * How tokens look that carry a sign of their issuer. A line is a kind and its tokens: how each begins, the characters
 * after that, how many, source; of those that begin alike the first that fits counts.
 *
 * Characters: x hex, n letters and digits, l small letters and digits, u capitals and digits, w n and _ -,
 * b n and + / =, t w and . ~ + / = |
 * How many: 36 exactly, 36+ or more, 20-40 between; with ? there is a digit among them, since words begin like that,
 * too.
 * Kind: of a token that is no secret, `public`.
 * Source: D the issuer's documentation, S secretlint's recommended rules 13.0.7 (MIT), G the rules that gitleaks
 * publishes (MIT).
 *
 * No text file: to load one of those takes a hook a third of a millisecond.
 */
const ISSUERS = `
aws-key, AKIA u 16 S, ASIA u 16 S, ABIA u 16 G, ACCA u 16 G, ABSK b 40+ G, IQoJb3JpZ2lu b 60+ D
github-token, ghp_ n 36+ S, gho_ n 36+ S, ghu_ n 36+ S, ghs_ t 36+ S, ghr_ n 36+ S, github_pat_ w 50+ S
gitlab-token, glpat- t 20+ S, gldt- t 20+ D, glrt- t 20+ D, glrtr- t 20+ D, glptt- t 20+ D, glcbt- t 20+ D
gitlab-token, glft- t 20+ D, glimt- t 20+ D, glagent- t 20+ D, gloas- t 20+ D, glsoat- t 20+ D, glffct- t 20+ D
gitlab-token, GR1348941 w 20+ G
anthropic-key, sk-ant- w 20+ S
openai-key, sk-proj- w 20+? S, sk-svcacct- w 20+? S, sk-admin- w 20+? S, sk- n 48 D, sk- w 20+? S, sess- n 40? D
stripe-key, sk_live_ n 16+ S, sk_test_ n 16+ S, rk_live_ n 16+ S, rk_test_ n 16+ S, sk_prod_ n 16+ G, whsec_ b 24+? D
public, pk_live_ n 16+ D, pk_test_ n 16+ D
google-key, AIza w 35+ G, GOCSPX- w 20+? D, ya29. t 20+ D, 1//0 w 30+? D, AQ. w 50+? D
slack-token, xoxa- t 10+? S, xoxb- t 10+? S, xoxc- t 10+? G, xoxd- t 10+? G, xoxe- t 10+? S, xoxe. t 20+? S
slack-token, xoxo- t 10+? S, xoxp- t 10+? S, xoxr- t 10+? S, xoxs- t 10+? S, xapp- t 20+? S
npm-token, npm_ n 36+ S
pypi-token, pypi-AgE w 40+ G
sendgrid-key, SG. t 32+ S
twilio-key, SK x 32 G
alibaba-key, LTAI n 12-26 D
tencent-key, AKID n 32 D
huawei-key, HPUA u 16 D
volcengine-key, AKLT n 40+ D
age-key, AGE-SECRET-KEY-1 u 40+ G
huggingface-token, hf_ n 30+ S, api_org_ n 30+ G
groq-key, gsk_ n 40+ S
xai-key, xai- n 60+ D
nvidia-key, nvapi- w 40+ D
perplexity-key, pplx- n 40+ G
replicate-token, r8_ n 30+ D
fireworks-key, fw_ n 22-24? D
cerebras-key, csk- n 40+ D
langchain-key, lsv2_pt_ w 32+ D, lsv2_sk_ w 32+ D
langfuse-key, sk-lf- w 30+ D
tavily-key, tvly- w 24+? D
jina-key, jina_ w 40+? D
pinecone-key, pcsk_ w 40+ D
elevenlabs-key, sk_ x 48 D
databricks-token, dapi x 32+ S
digitalocean-token, dop_v1_ x 40+ G, doo_v1_ x 40+ G, dor_v1_ x 40+ G
docker-token, dckr_pat_ w 20+ S, dckr_oat_ w 20+ D, SWMTKN-1- w 50+ D
linear-key, lin_api_ w 30+ S, lin_oauth_ w 30+ D
shopify-token, shpat_ x 32+ S, shpca_ x 32+ S, shppa_ x 32+ S, shpss_ x 32+ S
atlassian-token, ATATT3 t 40+ G, ATCTT3 t 40+ D, ATBB n 24+ D
vault-token, hvs. w 20+? S, hvb. w 20+? S, hvr. w 20+? S, s. n 24? G
grafana-token, glsa_ w 40+ S, glc_ b 32+ S
sentry-token, sntrys_ t 60+ G, sntryu_ x 64 G, sntryi_ x 64 D
notion-token, ntn_ n 40+ S, secret_ n 43 D
airtable-token, pat t 79 D
figma-token, figd_ w 30+ S, figo_ w 30+ D
hubspot-token, pat-na1- w 30+ D, pat-na2- w 30+ D, pat-eu1- w 30+ D
supabase-key, sbp_ x 40 D, sb_secret_ w 20+? D
fly-token, fo1_ w 40+ G, fm1a_ b 60+ G, fm1r_ b 60+ G, fm2_ b 60+ G
postman-key, PMAK- w 50+ G
newrelic-key, NRAK- u 27 G, NRII- w 32 G, NRJS- x 19 G, NRAL- w 30+ D
vercel-token, vcp_ n 20+ S, vci_ n 20+ S, vca_ n 20+ S, vcr_ n 20+ S, vck_ n 20+ S, vercel_blob_rw_ w 40+ D
cloudflare-token, cfk_ n 48 S, cfut_ n 48 S, cfat_ n 48 S, v1.0- w 150+ G
tailscale-key, tskey- w 24+? S
1password-token, ops_ey t 100+ S
doppler-token, dp.pt. n 40+ G, dp.st. t 40+ D, dp.ct. t 40+ D, dp.sa. t 40+ D
pulumi-token, pul- x 40 G
planetscale-token, pscale_tkn_ w 30+? G, pscale_oauth_ w 30+? G, pscale_pw_ w 30+? G
rubygems-key, rubygems_ x 48 G
cargo-token, cio n 32? D
nuget-key, oy2 l 43 D
clojars-token, CLOJARS_ n 60 G
dynatrace-token, dt0c01. t 80+ G
heroku-key, HRKU- w 36+ G
mailgun-key, key- x 32 D, pubkey- x 32 G
brevo-key, xkeysib- w 64+ G, xsmtpsib- w 64+ D
buildkite-token, bkua_ x 40 D
circleci-token, CCIPAT_ w 40+? D, CCIPRJ_ w 40+? D
sonar-token, sqp_ x 40 D, squ_ x 40 D, sqa_ x 40 D
square-token, EAAA w 56-64 G, sq0csp- w 43 G, sq0atp- w 22+ G
facebook-token, EAA n 80+? D
artifactory-key, AKCp n 69 G, cmVmd n 59 G
openshift-token, sha256~ w 43 G
prefect-key, pnu_ n 36 G, pnb_ n 36 D
readme-key, rdme_ l 70 G
frameio-token, fio-u- w 60+ G
duffel-token, duffel_live_ w 40+ G, duffel_test_ w 40+ G
easypost-key, EZAK n 54 G, EZTK n 54 G
shippo-token, shippo_live_ x 40 G, shippo_test_ x 40 G
typeform-token, tfp_ t 40+ G
contentful-token, CFPAT- w 43 D
netlify-token, nfp_ n 36 D
render-key, rnd_ n 28+? D
neon-key, napi_ n 60+ D
resend-key, re_ w 30+? D
posthog-key, phx_ n 40+ D
snyk-token, snyk_uat. t 20+ D
semgrep-token, sgp_ t 40+ D
infracost-key, ico- n 32? G
dingtalk-secret, SEC x 64 D
adobe-secret, p8e- n 32 G
plaid-token, access-sandbox- w 36 G, access-production- w 36 G
flutterwave-key, FLWSECK_TEST- t 12+ G, FLWSECK- t 32+ D
razorpay-key, rzp_live_ n 14+ D
settlemint-token, sm_aat_ n 16+ G, sm_pat_ n 16+ G
octopus-key, API- u 26 G
launchdarkly-key, sdk- w 36? G, api- w 36? G, mob- w 36? D
mapbox-token, sk.eyJ t 40+ G
nats-seed, SU u 56? D, SA u 56? D, SO u 56? D, SN u 56? D, SC u 56? D, SX u 56? D
dify-key, app- n 24? D, dataset- n 24? D
fastgpt-key, fastgpt- n 24+? D
baidu-key, bce-v3/ALTAK- t 40+ D
modelscope-token, ms- w 36? D
coze-token, pat_ n 60+? D
jdcloud-key, JDC_ n 28+ D
firecrawl-key, fc- x 32 D
e2b-key, e2b_ x 40 D
apify-token, apify_api_ n 30+ D
cal-key, cal_live_ x 32 D
trigger-key, tr_dev_ n 20+ D, tr_prod_ n 20+ D
inngest-key, signkey-prod- x 64 D
xata-key, xau_ n 30+ D
mailersend-key, mlsn. x 60+ D
mollie-key, live_ n 30+? D, test_ n 30+? D
mercadopago-token, APP_USR- w 60+ D
adafruit-key, aio_ n 28? D
ttn-key, NNSXS. t 50+ D
voyage-key, pa- w 43? D
cartesia-key, sk_car_ n 20+ D
modal-token, ak- n 22? D, as- n 22? D
context7-key, ctx7sk- w 30+ D
ntfy-token, tk_ l 29? D
dropbox-token, sl. t 60+? D
intercom-token, dG9rO b 40+ D
amazon-secret, amzn1.oa2-cs.v1. x 64 D
neon-password, npg_ n 12+ D
plane-key, plane_api_ x 32 D
mem0-key, m0- n 36+ D
bitcoin-key, xprv n 100+ D
`;

const ALPHABETS = {
  x: "0-9A-Fa-f",
  n: "0-9A-Za-z",
  l: "0-9a-z",
  u: "0-9A-Z",
  w: "0-9A-Za-z_-",
  b: "0-9A-Za-z+/=",
  t: "0-9A-Za-z_.~+/=|-",
} as const;

/** Each token has a stretch of so many without a sign; most prompts have none. */
const LONG_WORD = /[\w-]{16,}/g;
/** From its beginning, so that a shorter word is read once and not from each of its characters; no rule of dashes. */
const WHOLE_LONG_WORD = /(?<![\w-])-{0,5}\w[\w-]{15,}/g;
/** How many characters of a token may stand before it: `dp.pt.`, `1//`, `bce-v3/`. */
const LONGEST_SIGN = 12;

/** No issuer's is longer. What is read again from each of its characters must have an end. */
const LONGEST_TOKEN = 4096;

/** How long the longest stretch of a text is that a token may have, of sixteen characters or more. */
export function longestWord(text: string): number {
  let longest = 0;
  for (const { 0: word } of text.matchAll(WHOLE_LONG_WORD)) longest = Math.max(longest, word.length);
  return longest;
}

/** The tokens of a text, from left to right, none within another. */
export function issuedTokens(text: string): Found[] {
  const found: Found[] = [];
  let from = 0;
  LONG_WORD.lastIndex = 0;
  for (let word = LONG_WORD.exec(text); word !== null; word = LONG_WORD.exec(text)) {
    const end = LONG_WORD.lastIndex;
    for (let at = Math.max(from, startBefore(text, word.index)); at < end; at++) {
      if (at > 0 && isAlphanumeric(text.charCodeAt(at - 1))) continue;
      const token = tokenAt(text, at);
      if (token === undefined) continue;
      if (token.kind !== "public") found.push(token);
      from = token.end;
      at = token.end - 1;
    }
    LONG_WORD.lastIndex = Math.max(end, from);
  }
  return found;
}

/** Where the word begins that a long stretch ends. */
function startBefore(text: string, start: number): number {
  let at = start;
  while (at > 0 && start - at < LONGEST_SIGN && isOfSign(text.charCodeAt(at - 1))) at--;
  return at;
}

function isOfSign(code: number): boolean {
  return isAlphanumeric(code) || code === 45 || code === 46 || code === 47 || code === 126;
}

function isAlphanumeric(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
}

/** Where the rows of two characters begin: the same come again and again. */
const firstRows = new Map<string, number>();

function tokenAt(text: string, at: number): Found | undefined {
  const key = `, ${text.slice(at, at + 2)}`;
  const first = firstRows.get(key) ?? ISSUERS.indexOf(key);
  firstRows.set(key, first);
  for (let row = first; row !== -1; row = ISSUERS.indexOf(key, row + 1)) {
    const [prefix = "", alphabet = "n", count = ""] = ISSUERS.slice(row + 2, ISSUERS.indexOf("\n", row)).split(" ", 3);
    if (!text.startsWith(prefix, at)) continue;
    const start = at + prefix.length;
    const end = start + lengthOf(text, start, alphabet as keyof typeof ALPHABETS);
    if (fits(text, start, end, count)) return { start: at, end, kind: kindOf(row) };
  }
  return undefined;
}

/** What the line begins with that a row stands on. */
function kindOf(row: number): string {
  const line = ISSUERS.lastIndexOf("\n", row) + 1;
  return ISSUERS.slice(line, ISSUERS.indexOf(",", line));
}

/** How far the characters of an alphabet reach, without the full stop of a sentence; padding belongs to it. */
function lengthOf(text: string, start: number, alphabet: keyof typeof ALPHABETS): number {
  const pattern = new RegExp(`[${ALPHABETS[alphabet]}]{0,${LONGEST_TOKEN}}`, "y");
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0].replace(/[.~|/-]+$/, "").length ?? 0;
}

function fits(text: string, start: number, end: number, count: string): boolean {
  const least = parseInt(count);
  const isOpen = count.includes("+");
  const most = isOpen ? Infinity : Number(/-(\d+)/.exec(count)?.[1] ?? least);
  const length = end - start;
  // Of a known length: it goes no further.
  if (length < least || length > most || (!isOpen && isAlphanumeric(text.charCodeAt(end)))) return false;
  const body = text.slice(start, end);
  return (!count.endsWith("?") || /\d/.test(body)) && !isPlaceholder(body);
}
