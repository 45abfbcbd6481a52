/** Secrets are taken out of a text, values that only look like a secret stay, and no text takes long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { redact, redactAll } from "../../src/records/redact.ts";

/** Put together here, so that no scanner takes the test for a leak. */
const made = (...parts: string[]) => parts.join("");

const SECRETS: readonly (readonly [kind: string, text: string, kept: RegExp])[] = [
  [
    "github-token",
    `push with ${made("ghp", "_")}${"a1".repeat(18)} please`,
    /^push with \[redacted:github-token\] please$/,
  ],
  ["aws-key", `key ${made("AKIA", "Q3EGRXV7", "KLM2TZPA")}`, /^key \[/],
  ["anthropic-key", made("sk-", "ant-", "api03-", "xY7".repeat(14)), /^\[redacted:anthropic-key\]$/],
  ["openai-key", `OPENAI ${made("sk-", "proj-", "y4Q".repeat(14))}`, /^OPENAI \[redacted:openai-key\]$/],
  [
    "url-password",
    "postgres://app:s3cr3tpw@db.internal/app",
    /^postgres:\/\/app:\[redacted:url-password\]@db\.internal\/app$/,
  ],
  ["url-password", "redis://redis:redis@cache", /^redis:\/\/redis:\[redacted:url-password\]@cache$/],
  ["password", `the password: "hunter2hunter2"`, /^the password: "\[redacted:password\]"$/],
  ["password", "数据库密码是 hunter2hunter2，端口 5432", /^数据库密码是 \[redacted:password\]，端口 5432$/],
  ["bearer-token", `curl -H "Authorization: Bearer ${"t0k".repeat(9)}"`, /Bearer \[redacted:bearer-token\]"$/],
  [
    "private-key",
    `-----BEGIN RSA ${made("PRIVATE", " KEY")}-----\nMIIE\n-----END RSA ${made("PRIVATE", " KEY")}-----`,
    /^\[redacted:private-key\]$/,
  ],
  [
    "jwt",
    `${made("eyJ", "hbGciOiJIUzI1NiJ9")}.${made("eyJ", "zdWIiOiIxMjM0In0")}.${"s".repeat(20)}`,
    /^\[redacted:jwt\]$/,
  ],
  ["password", "DB_PASSWORD=hunter2hunter2 in staging", /^DB_PASSWORD=\[redacted:password\] in staging$/],
  ["password", `aws_secret_access_key = ${"wJalrXUt/".repeat(4)}`, /^aws_secret_access_key = \[redacted:password\]$/],
  ["password", `"clientSecret": "${"c1".repeat(9)}"`, /^"clientSecret": "\[redacted:password\]"$/],
  [
    "password",
    `docker login -u bob -p ${made("KYFRGdlAHsiiYMjiibjUjso", "/J5wmGMY0w4m6RPAdXCn=")} acme.azurecr.io`,
    /^docker login -u bob -p \[redacted:password\] acme/,
  ],
  [
    "password",
    `az acr login -n acme --password ${made("KYFRGdlAHsiiYMjiibjUjso", "/J5wmGMY0w4m6RPAdXCn=")}`,
    /^az acr login -n acme --password \[redacted:password\]$/,
  ],
  [
    "password",
    `login password: ${made("KYFRGdlAHsiiYMjiibjUjso", "/J5wmGMY0w4m6RPAdXCn=")}`,
    /^login password: \[redacted:password\]$/,
  ],
  [
    "password",
    `登录密码是 ${made("KYFRGdlAHsiiYMjiibjUjso", "/J5wmGMY0w4m6RPAdXCn=")}`,
    /^登录密码是 \[redacted:password\]$/,
  ],
  [
    "bearer-token",
    `curl -H "Authorization: Bearer ${
      made("AAAAAAAAAAAAAAAAAAAAAaRQh92fn3hi", "%3DUWfsOJTFDQ74q69dTcada4PR0NfyttUM")
    }"`,
    /Bearer \[redacted:bearer-token\]"$/,
  ],
  [
    "token",
    `export TWITTER_BEARER_TOKEN=${made("AAAAAAAAAAAAAAAAAAAAAaRQh92fn3hi", "%3DUWfsOJTFDQ74q69dTcada4PR0NfyttUM")}`,
    /_TOKEN=\[redacted:token\]$/,
  ],
  [
    "basic-auth",
    `Authorization: Basic ${made("YWxhZGRpbjpv", "cGVuc2VzYW1l%2BYWxh%3D%3D")}`,
    /^Authorization: Basic \[[^%]*$/,
  ],
  ["alibaba-key", `API 密钥是 ${made("STS.", "NOqHOBSWhgetH8LmyqoYMaaItD")}`, /^API 密钥是 \[redacted:alibaba-key\]$/],
  ["ably-key", made("Usv17M.l9iP0W", ":pxHRvuC8CGHhCuMiX4Bm18OhXD79zHupOZvr88_IVm_"), /^\[redacted:ably-key\]$/],
  [
    "azure-key",
    `box 4 uses ${made("a1B2".repeat(13), "JQQJ99BAACAAAAAAAAAAAAAS", "AZDOx7Yz")}`,
    /^box 4 uses \[[^\]]*\]$/,
  ],
  ["azure-key", `box 4 uses ${made("a1/2".repeat(19), "+AStx7Yz8w", "==")}`, /^box 4 uses \[[^\]]*\]$/],
  ["k3s-token", `join with ${made("K10", "a1b2".repeat(16), "::server:", "c3d4".repeat(8))}`, /^join with \[[^\]]*\]$/],
  ["dynatrace-token", made("dt0s16", ".A1B2C3D4.", "E5F6".repeat(16)), /^\[[^\]]*\]$/],
  ["pagerduty-key", made("pdus", "+_0XBPWQQ_", "a1b2c3d4-e5f6-7890-abcd-ef1234567890"), /^\[[^\]]*\]$/],
  [
    "harness-token",
    made("pat", ".AbCdEfGhIjKlMnOpQrStUv.", "a1b2c3".repeat(4), ".AbCdEfGhIj1234567890"),
    /^\[[^\]]*\]$/,
  ],
  ...([
    ["together-key", "tgp_v1_", "aB3d".repeat(11)],
    ["cursor-key", "crsr_", "a1b2".repeat(16)],
    ["wandb-key", "wandb_v1_", "aB3d".repeat(18)],
    ["mongodb-key", "mdb_sa_sk_", "aB3_".repeat(10)],
    ["cockroachdb-key", "CCDB1_", "aB3d".repeat(12)],
    ["polar-token", "polar_oat_", "aB3d".repeat(10)],
    ["paddle-key", "pdl_live_apikey_", "a1b2".repeat(12)],
    ["packagist-token", "packagist_uut_", "a1b2".repeat(16)],
    ["honeycomb-key", "hcaik_", "01a2".repeat(14)],
    ["axiom-token", "xaat-", "a1b2c3d4-e5f6-7890-abcd-ef1234567890"],
    ["retool-token", "retool_01", "a1b2".repeat(7)],
    ["amp-key", "sgamp_user_", "01A2".repeat(20)],
    ["warp-key", "wk-1.", "a1b2".repeat(16)],
    ["browserbase-key", "bb_live_", "aB3_".repeat(7)],
    ["valtown-token", "vtwn_", "aB3d".repeat(7)],
    ["gitlab-token", "glwt-", "aB3-".repeat(5) + "x"],
    ["shopify-token", "shpua_", "a1b2".repeat(8)],
    ["aws-key", "bedrock-api-key-", "aB3d".repeat(20)],
  ] as const).map(([kind, prefix, rest]) =>
    [kind, `the deploy job uses ${made(prefix, rest)} since May`, /^the deploy job uses \[[^\]]*\] since May$/] as const
  ),
  ["password", `AccountName=a;AccountKey=${"Ab1+".repeat(20)}==`, /AccountKey=\[redacted:password\]$/],
  ["password", "密码改成 hunter2hunter2 了", /^密码改成 \[redacted:password\] 了$/],
  ["token", `STAGING_TOKEN="${"t0k".repeat(7)}"`, /^STAGING_TOKEN="\[redacted:token\]"$/],
  ["basic-auth", "Authorization: Basic YWRtaW46aHVudGVyMg==", /^Authorization: Basic \[redacted:basic-auth\]$/],
  [
    "slack-webhook",
    `post to https://${made("hooks.slack", ".com/services/")}T000/B000/${"Xy1".repeat(8)}`,
    /^post to https:\/\/hooks\.slack\.com\/services\/\[/,
  ],
  ["pypi-token", made("pypi", "-AgEI", "a1B2".repeat(12)), /^\[redacted:pypi-token\]$/],
  ["sendgrid-key", made("SG", ".", "a1B2".repeat(5), ".", "c3D4".repeat(10)), /^\[redacted:sendgrid-key\]$/],
  ["twilio-key", made("SK", "a1b2c3d4".repeat(4)), /^\[redacted:twilio-key\]$/],
  ["telegram-token", made("110201543", ":AA", "Hdq".repeat(11)), /^\[redacted:telegram-token\]$/],
  ["alibaba-key", made("LTAI", "5tAb".repeat(5)), /^\[redacted:alibaba-key\]$/],
  ["tencent-key", made("AKID", "z8Kr".repeat(8)), /^\[redacted:tencent-key\]$/],
  ["age-key", made("AGE-SECRET", "-KEY-1", "QPZRY9X8".repeat(7)), /^\[redacted:age-key\]$/],
  ["password", "password: hunter2xyz", /^password: \[redacted:password\]$/],
  ["password", "DB_PASSWORD=Tr0ub4dor&3", /^DB_PASSWORD=\[redacted:password\]$/],
  ["password", "api_key = 9f8a7b6c5d4e3f2a1b0c", /^api_key = \[redacted:password\]$/],
  ["password", "密码: hunter2xyz", /^密码: \[redacted:password\]$/],
  ["password", `password := "hunter2xyz"`, /^password := "\[redacted:password\]"$/],
  ["password", "'password' => 'hunter2xyz'", /^'password' => '\[redacted:password\]'$/],
  // Secrets that begin like a placeholder, a variable or a path, and secrets in environment files or in quotes.
  ["password", "password: stringent9", /^password: \[/],
  ["password", "password: $ecret99!", /^password: \[/],
  ["password", "password=$2b$10$N9qo8uLOickgx2ZMRZoMye", /^password=\[/],
  ["password", `secret_key = /${made("K7MDENG", "/bPxRfiCY")}`, /^secret_key = \[/],
  ["password", "DB_PASSWORD=hashedPassword", /^DB_PASSWORD=\[/],
  ["password", `password: "newPassword"`, /^password: "\[/],
  ["password", "password: newpassword", /^password: \[/],
  ["password", "password: john.smith", /^password: \[/],
  ["password", "password: Open(sesame)", /^password: \[/],
  ["digitalocean-token", made("dop", "_v1_", "a1b2c3d4".repeat(8)), /^\[redacted:digitalocean-token\]$/],
];

for (const [kind, text, kept] of SECRETS) {
  test(`a secret of kind ${kind} is taken out, the words around it stay: ${text.slice(0, 20)}`, () => {
    const result = redact(text);
    assert.deepEqual(result.kinds, [kind]);
    assert.match(result.text, kept);
  });
}

const INNOCENT = [
  "the login page is in src/components/LoginForm/UserAccount2/IndexPage of the repo",
  "the user pat.smith writes STS.Net tests, and bb_live_reload is off",
  "log in at https://acme.example/TeamAccounts/BuildImages2/Overview9",
  "We decided on password: required for every admin form",
  "api_key = process.env.STRIPE_KEY",
  "The token bucket allows 100 requests a minute",
  "commit 9b06e4c1f2a84c4db3e5b512f9b06e4c renamed the index",
  "密码长度至少 12 位",
  "Password: minimum 12 characters",
  "密码是用户自己设置的，不能为空",
  "口令：由运维每月更换一次",
  "The refresh token: rotated daily, see auth.ts",
  "MAX_TOKEN=4096 and TOKEN_LIMIT=100",
  "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
  "password: hashedPassword",
  "`password: hashed_password` is what the table holds",
  "passwd: /etc/passwd",
  "secret: ./secrets/db.key",
  "token: string",
  "access_token: string | null",
  "password: string; // never logged",
  "secret = getSecret()",
  `secret = getSecret("db", region)`,
  "password := hashPassword(input, salt)",
  "password=${DB_PASSWORD}",
  "password=$DB_PASSWORD psql",
  "password: process.env.DB_PASS",
  "password: req.body.password, name",
  "passwords.filter(password => password.length > 8)",
  "api_key: str",
  `"password": "********"`,
  "pwd: xxxx-xxxx",
  "密码: 见 1Password",
  "密码：1Password 里的 staging 条目",
  "pass through port 8080 to nginx1",
  "pass the request to backend8x",
  "creds moved to vault2x",
  "sk-learn pipeline, see docs at https://example.com/a:b@c",
];

for (const text of INNOCENT) {
  test(`ordinary text stays whole: ${text}`, () => assert.deepEqual(redact(text), { text, kinds: [] }));
}

test("private text is removed without a trace, also without a closing tag and when redaction is off", () => {
  assert.equal(redact("Deploy on Friday <private>salary 9000</private> at noon").text, "Deploy on Friday at noon");
  assert.equal(redact("Keep this <private>and not\nthis").text, "Keep this");
  assert.equal(redact("a <private>b</private>c", { secrets: false }).text, "a c");
  assert.equal(redact("a <private>b <Private>c</private> d</private> e </private>").text, "a e </private>");
});

// People write the tag as they write HTML, and an input method makes it wide.
test("a private part is removed in every spelling of its tag, and a placeholder stays", () => {
  for (
    const part of [
      '<private reason="board only">4.2 million</private>',
      "<private reason='a > b' kind=x>4.2 million</private>",
      "<private >4.2 million</private >",
      "< private>4.2 million< /private>",
      "<PRIVATE>4.2 million</ Private>",
      "<pri\u200bvate>4.2 million</private\u200b>",
      "<\u2060private>4.2 million</p\u00adrivate>",
      "＜private＞4.2 million＜/private＞",
      "＜ｐｒｉｖａｔｅ＞4.2 million＜／ｐｒｉｖａｔｅ＞",
      "<рrivаte>4.2 million</рrivаte>",
      "&lt;private&gt;4.2 million&lt;/private&gt;",
      "<private board only>4.2 million</private>",
      "《private》4.2 million《/private》",
      "<private\nfor='Ben'\n>4.2 million</private>",
    ]
  ) assert.equal(redact(`The budget: ${part} for Q1`).text, "The budget: for Q1", part);
  for (const open of ["<private >", '<private reason="x">', "＜private＞", "<pri\u200bvate>", "&lt;private&gt;"]) {
    assert.equal(redact(`预算：${open}四百二十万`).text, "预算：", open);
  }
  for (
    const text of [
      "ssh -i <private key> deploy@host and restart",
      "scp -i <private key file> out <host>",
      "the <private-key> of the <privateHost>",
      "class Box<privately> and <private/> and <private />",
      "《private》是一首歌",
      "a < private && b > c",
      "the private part of <b>it</b>",
      "<приват> and <b>Привет</b>",
    ]
  ) assert.equal(redact(text).text, text);
});

test("a field whose name says that its value is a secret loses it, whatever it looks like", () => {
  const found = new Set<string>();
  const record = { content: "The pool has 20", author: "Hunter2Secret9", passwordHint: "the dog" };
  const secrets = { password: "Hunter2Secret9", db: { api_key: "qW8zLk29sLqpz81Q7abc" } };
  assert.deepEqual(redactAll({ ...record, ...secrets }, {}, found), {
    ...record,
    password: "[redacted:password]",
    db: { api_key: "[redacted:password]" },
  });
  assert.deepEqual([...found], ["password"]);
  assert.deepEqual(redactAll(secrets, { secrets: false }, found), secrets);
});

test("the shortest field of a record that can state a secret is read", () => {
  const found = new Set<string>();
  assert.deepEqual(redactAll({ tags: ["密码4821", "门禁码4821"], type: "B" }, {}, found), {
    tags: ["密码[redacted:password]", "门禁码[redacted:pin]"],
    type: "B",
  });
  assert.deepEqual([...found], ["password", "pin"]);
});

test("the names of fields that many records share are read once", () => {
  const records = (suffix: (at: number) => string) =>
    Array.from({ length: 2_000 }, (_, at) => {
      const names = ["content_type", "memory_type", "confidence", "timestamp", "session_name", "entities_named"];
      return Object.fromEntries(names.map((name) => [name + suffix(at), "W"]));
    });
  const took = (list: readonly Record<string, string>[]) => {
    const from = performance.now();
    for (const each of list) assert.deepEqual(redactAll(each, {}, new Set()), each);
    return performance.now() - from;
  };
  const apart = took(records((at) => `_${at}`));
  const shared = took(records(() => ""));
  assert.ok(shared < apart / 2, `${shared} ms beside ${apart} ms`);
  const secret = made("ghp", "_", "a1".repeat(18));
  for (let again = 0; again < 2; again++) {
    assert.doesNotMatch(JSON.stringify(redactAll({ [secret]: "W" }, {}, new Set())), /a1a1/);
    assert.deepEqual(redactAll({ [secret]: "W" }, { secrets: false }, new Set()), { [secret]: "W" });
  }
});

test("a secret that appears only once private text is gone is taken out as well", () => {
  const { text, kinds } = redact(`key s<private>x</private>k-${"a1".repeat(15)}`);
  assert.deepEqual([text, kinds], ["key [redacted:openai-key]", ["openai-key"]]);
});

test("a hostile text takes time in proportion to its length", () => {
  const units = [
    "a",
    " ",
    "password:",
    "password: ",
    'password= "',
    "a.",
    "-eyJ",
    "A_",
    "sk",
    "密码是",
    "密码: ",
    "key=",
    "token:\n",
    "!",
    "=",
    "\u200b",
    '"a\n',
    "LS0tLS1CRUdJTi",
    "LS0tLS1CRUdJTi\n",
    "a1b2c3d4e5f6g7h8i9j0k1\n",
    "a1b2c3d4e5f6g7h8i9j0k1 -----END ",
    "\\n",
    "a:$2y$",
    "a\n",
    "\\\n",
    "' \n",
    "<private a=“",
    "<private ",
    '<private a="b" ',
    "<private",
  ];
  // The other text makes sure that the patterns are tried at all.
  const rest = " :// _token bearer basic eyJ private key----- password: :$ -----END PRIVATE KEY-----";
  for (const unit of units) {
    for (const text of [unit.repeat(100_000 / unit.length), `password: ${unit.repeat(100_000 / unit.length)}`]) {
      const tookMs = () => {
        const began = performance.now();
        redact(text + rest);
        redact(rest + text);
        return performance.now() - began;
      };
      // Linear time is a few milliseconds, quadratic time seconds, also in the second try.
      assert.ok(tookMs() < 500 || tookMs() < 500, unit);
    }
  }
});

test("a token with a marked prefix is known behind other letters, a cookie behind curl's option, and no word is taken", () => {
  const token = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}`;
  for (const text of [`curl -u${token} https://x`, `tokenX${token}`]) {
    assert.ok(!redact(text).text.includes("A1b2"), text);
  }
  const session = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b";
  assert.equal(redact(`curl -b "session=${session}" https://x`).text, 'curl -b "[redacted:cookie]" https://x');
  for (const text of ["risk_test_environmentConfiguration", "score_20241128_backup_files_x_y_zzzz"]) {
    assert.equal(redact(text).text, text);
  }
});

const TOKENS: readonly (readonly [kind: string, token: string])[] = [
  ["github-token", made("ghp", "_", "a1B2c3D4e5F6".repeat(3))],
  ["openai-key", made("sk-", "proj-", "y4Q".repeat(14))],
  ["aws-key", made("AKIA", "Q3EGRXV7", "KLM2TZPA")],
  ["slack-token", made("xox", "b-", "12345678", "-", "AbCd1234".repeat(2))],
  ["jwt", `${made("eyJ", "hbGciOiJIUzI1NiJ9")}.${made("eyJ", "zdWIiOiIxMjM0In0")}.${"s1".repeat(10)}`],
];

test("a token is known with characters inside that nobody sees, and what is around it keeps its own", () => {
  // A web page puts them where a long word may break, and they were copied with it.
  for (const hidden of ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"]) {
    for (const [kind, token] of TOKENS) {
      for (const at of [2, 9, token.length - 2]) {
        const broken = `${token.slice(0, at)}${hidden}${token.slice(at)}`;
        const { text } = redact(`a${hidden}b ${hidden}${broken}${hidden} c${hidden}d ${broken}`);
        assert.equal(text, `a${hidden}b ${hidden}[redacted:${kind}]${hidden} c${hidden}d [redacted:${kind}]`);
      }
      const everywhere = token.split("").join(hidden);
      assert.equal(redact(`key ${everywhere}, １２`).text, `key [redacted:${kind}], １２`);
    }
  }
  assert.equal(redact("pass\u200bword: hun\u200bter2xyz now").text, "pass\u200bword: [redacted:password] now");
});

test("a token is known whole that goes on behind a backslash at a line's end, or on the next line within quotes", () => {
  for (const [kind, token] of TOKENS) {
    const mark = `[redacted:${kind}]`;
    for (const at of [6, 12, token.length - 3]) {
      const [head, tail] = [token.slice(0, at), token.slice(at)];
      for (const eol of ["\n", "\r\n", "\n    "]) {
        assert.equal(redact(`push ${head}\\${eol}${tail} now`).text, `push ${mark} now`);
        for (const quote of ['"', "'", "`"]) {
          const text = (value: string) => `It isn't a\nKEY=${quote}${value}${quote}\nnext "line"\n`;
          assert.equal(redact(text(`${head}${eol}${tail}`)).text, text(mark));
        }
      }
    }
    const lines = token.match(/.{1,9}/g)?.join("\n");
    assert.equal(redact(`"Use ${lines}\n"`).text, `"Use ${mark}\n"`);
  }
});

const WITH_BREAKS = [
  "👩\u200d💻 and 👨\u200d👩\u200d👧 write risk\u00adtest\u00adenvironment\u00adconfiguration",
  "می\u200cخواهم که این متن بماند",
  "\ufeff# Title\n\nThe token\u200b bucket allows 100\u2060 requests a minute",
  "https://example.com/a\u200b/very/long\u200b/path/that/breaks?page=2",
  "docker run --rm \\\n  --name registry-cache \\\n  -p 5000:5000 registry:2",
  "make risk_test_environments\\\nscore_20241128_backup_files",
  'const names = "risk_test_environments\nscore_environment_configuration"',
  "`sk-learn\nsk-learn-contrib-extensions`",
  "The class is 'ExtremelyLongClassNameForATest\nAnotherLongClassNameForATest'",
  '"akiaextremelylongwordofsmall\nletterswithoutanydigits"',
  'sha = "9b06e4c1f2a84c4db3e5\nb512f9b06e4c9b06e4c1f2a8"',
  "C:\\builds\\nightly-environments\\\nnext_environment_follows",
  "It doesn't say which of the environments-and-registries\nconfigurations-of-tests' owners know",
];

for (const text of WITH_BREAKS) {
  test(`a text stays whole for its hidden characters and line ends: ${JSON.stringify(text).slice(0, 40)}`, () => {
    assert.deepEqual(redact(text), { text, kinds: [] });
  });
}

test("the secret that stands beside an AWS key id is taken out whole, and no hash of a commit or path there", () => {
  const secret = made("8Jt3kLmQ9xZ+bVw2", "/RfYhN5sTgUcEoPiAdKj7MnB");
  const id = made("AKIA", "3KQ7ZL2W", "PXN5RTVB");
  for (
    const text of [
      `AWS secret ${secret} belongs to ${id}`,
      `aws creds: ${id} / ${secret}`,
      `${id}:${secret}`,
    ]
  ) {
    const { text: kept, kinds } = redact(text);
    assert.doesNotMatch(kept, /8Jt3k|7MnB|AKIA3/, text);
    assert.deepEqual(kinds, ["aws-key"], text);
  }
  for (const other of ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "src/services/payments/handlers/refunds/v2"]) {
    assert.ok(redact(`${id} since ${other}`).text.endsWith(`since ${other}`));
  }
});
