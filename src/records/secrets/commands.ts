/**
 * Secrets in the words of commands, in the arguments of calls, in what a program sends, in the settings of switches: as
 * data.
 *
 * @module
 */
import { isCredential, isFile, isKey, isLongKey, isTerm } from "./look.ts";
import type { Shape } from "./shapes.ts";

/**
 * Programs, and what leads from their name to the secret, word for word: an option like `-P` anywhere behind it (with a
 * `+` the secret is joined to it, with a `:` a name is), a word of its own, `*` for any word. A sign at the end stands
 * within the word that holds the secret, right before it: of `-u :`, `-u name:secret`.
 */
const COMMANDS = `
curl|wget|http|https|xh -u :
curl|wget --user :
curl|wget --proxy-user :
curl -U :
http|https|xh -a :
http|https|xh --auth :
svn|cadaver|lynx -auth= :
etcdctl --user= :
jenkins-cli.jar -auth :
smbclient|rpcclient|smbmap|net -U %
lftp -u ,
sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sqlcl|disql|dexp|dimp|dmfldr|isql|ksql /
mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mariadb-admin|obclient|mydumper|7z|7za|7zz -p+
rar|unrar -p+
sshpass|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|mongostat|cqlsh|cypher-shell|rabbitmqadmin -p
impacket|hydra|crackmapexec|netexec|nxc|evil-winrm|psexec|rdesktop|twine|poetry|vsce|ovsx|ncftpput|ncftpget -p
useradd|usermod|racadm|mosquitto_passwd -p
redis-cli|valkey-cli|redis-benchmark -a
docker|podman|helm|az|skopeo|oras|nerdctl|buildah|crane|caprover|oc|argocd|cf login -p
ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd -w
gsql|gs_dump|ksql|vsql|dremio -W
zip|unzip|sqlcmd|bcp|osql|tsql|freebcp|ipmitool|mosquitto_sub|mosquitto_pub|mosquitto_rr|mqttx|mqtt|p4|ssh-keygen -P
rar|unrar -hp+
xfreerdp|wfreerdp|mstsc /p:+
cmdkey /pass:+
htpasswd -b * *
htpasswd -bc * *
htpasswd -cb * *
htpasswd -nb *
htpasswd -bB * *
htpasswd -Bb * *
snmpwalk|snmpget|snmpset|snmpbulkwalk|snmptranslate -c
snmpwalk|snmpget|snmpset|snmpbulkwalk -A
snmpwalk|snmpget|snmpset|snmpbulkwalk -X
rabbitmqctl change_password *
rabbitmqctl add_user *
rabbitmqctl authenticate_user *
net|cmdkey /user:
net user *
oathtool -b
wpa_passphrase *
nmcli password
networksetup -setairportnetwork * *
dscl -passwd *
rclone obscure
bw unlock
bw login *
vault unseal
vault|ngrok|snyk|wandb|huggingface-cli|hf|cargo|railway login
snyk auth
ngrok authtoken
ngrok add-authtoken
cloudflared install
poetry config *
poetry config * *
neo4j-admin set-initial-password
keytool|jarsigner -storepass
keytool|jarsigner -keypass
keytool -srcstorepass
keytool -deststorepass
openssl|ossutil|ossutil64|obsutil|nuget|dotnet|netbird|ss-local|ss-server|sslocal|ssserver -k
ssh-keygen|ssh-add -N
coscmd|coscli -s
qshell account *
mc|mcli set * * *
mc|mcli add * * *
codecov|codecov.sh|codecovcli|codecov.io/bash)|fly|flyctl|frpc|coveralls|influx -t
codecov|codecovcli upload-process -t
nuget -ApiKey
npc -vkey=+
consul|nomad -token=+
influx|influxd -password
sonar-scanner|mvn|gradle|gradlew -Dsonar.login=+
ansible|ansible-playbook ansible_ssh_pass=+
`;

/** Options and statements that are the same for every program. */
export const SWITCHES: readonly Shape[] = [
  {
    kind: "password",
    words: ["echo "],
    pattern: () =>
      command(
        String
          .raw`\becho\s+(?:-n\s+)?(?=[^\n|]{3,200}\|\s*(?:sudo\s+(?:-\w+\s+)*-\w*S|(?:sudo\s+)?chpasswd|[^\n|]{0,100}--password-stdin)|[^\n|]{3,200}>{1,2}\s*\S{0,80}(?:pass|pwd|secret|token|credential))(?=\S)`,
        WORD,
      ),
    looks: (word) => !/\$[({A-Z_]/.test(word),
  },
  {
    kind: "password",
    words: ["identified", "with password", "requirepass", "masterauth", "pass:"],
    pattern: () =>
      command(
        String
          .raw`\b(?:IDENTIFIED\s+(?:WITH\s+\S{1,40}\s+)?(?:BY|AS)\s+|WITH\s+(?:LOGIN\s+)?(?:ENCRYPTED\s+)?PASSWORD\s+|(?:requirepass|masterauth)\s+|(?<=\s-pass(?:in|out)?\s)pass:)`,
        WORD,
      ),
  },
  {
    kind: "password",
    isOption: true,
    words: [
      "--pass",
      "--pw",
      "--token",
      "--secret",
      "--api-key",
      "--apikey",
      "--auth",
      "--key",
      "--client-secret",
    ],
    pattern: () =>
      command(
        String
          .raw`\s--(?:[a-z]+-)*(?:pass(?:word|wd|phrase)?|pwd?|token|secret|api-?key|client-secret|auth-?key|secret-key|access-key)(?:=|\s{1,2}(?!(?:options?|flags?|arguments?|parameters?|is|or|and|to|for|instead|from|when|via|on|in|as|so|can|will|with)\b))`,
        WORD,
      ),
  },
  {
    kind: "password",
    isOption: true,
    words: ["from-literal"],
    pattern: () => command(String.raw`--from-literal[= ]["']?[\w.-]{1,80}=`, WORD),
  },
  {
    // Of a program that is not known.
    kind: "password",
    isOption: true,
    long: 16,
    words: ["-"],
    pattern: () => /\s-{1,2}[A-Za-z][\w-]{0,20}[ =]["']?([\w+/=.~-]{20,200})(?![\w+/=.~:@-])/g,
    looks: isKey,
  },
];

/** Options that have no value of their own. */
const FLAGS = "(?:--?(?:relogin|force|raw|quiet|verbose|verify|cloud|yes|insecure|no-[a-z-]{1,20}|[fqvy])\\s+)*";

/** Whatever stands between a program and its option; a command may go on after a backslash. */
const BETWEEN = String.raw`(?:\\\n|[^\n|;]){0,200}?`;

/** The pattern of a row of the table. */
function commandPattern(programs: string, lead: string): RegExp {
  const words = lead.split(" ");
  const sign = /^[:%,/]$/.test(words.at(-1) ?? "") ? words.pop() ?? "" : "";
  const steps = words.map((word) => {
    if (word === "*") return String.raw`\s+(?:-\S{1,40}\s+)*\S{1,200}`;
    const isJoined = word.endsWith("+");
    const literal = (isJoined ? word.slice(0, -1) : word).replaceAll(".", "\\.");
    if (literal.endsWith(":") && !isJoined) return String.raw`${BETWEEN}\s${literal}\S{1,80}`;
    return String.raw`${BETWEEN}[\s'"]${literal}${isJoined ? "" : String.raw`(?=[\s=])`}`;
  });
  const isJoined = words.at(-1)?.endsWith("+") === true;
  const isOption = words.at(-1)?.startsWith("-") === true;
  const gap = isJoined
    ? ""
    : sign === "/"
    ? String.raw`\s+(?:-\w+\s+)*["']?`
    : isOption
    ? String.raw`(?:\s+|=)`
    : String.raw`\s+${FLAGS}`;
  return command(
    String.raw`(?<![\w.-])(?:${programs.replace(/[.)]/g, "\\$&")})(?=\s)${steps.join("")}${gap}`,
    wordAfter(sign),
  );
}

/** A word of the shell that holds a name, a sign and the secret. */
function wordAfter(sign: string): string {
  if (sign === "") return WORD;
  if (sign === "/") return String.raw`\w{1,40}\/(?:"([^"\n]{3,200})"|([^\s'"@$][^\s'"@]{2,80}))`;
  return String
    .raw`(?:'[^\s${sign}']{1,80}${sign}([^'\n]{3,200})'|"[^\s${sign}"]{1,80}${sign}([^"\n]{3,200})"|[^\s${sign}'"/]{1,80}${sign}([^\s'"/]{3,200}))`;
}

/** The commands that a text may hold: the program stands in it, and the first word of what leads to the secret. */
export function commandsIn(text: string, hasOption: boolean): Shape[] {
  const shapes: Shape[] = [];
  for (const row of COMMANDS.trim().split("\n")) {
    const blank = row.indexOf(" ");
    const lead = row.slice(blank + 1);
    if (!hasOption && lead.startsWith("-")) continue;
    // No pattern for its first word: it is asked of each row.
    const next = lead.indexOf(" ");
    const first = (next === -1 ? lead : lead.slice(0, next)).replace("+", "").replace("*", "");
    if (!text.includes(first)) continue;
    const programs = row.slice(0, blank);
    if (!programs.split("|").some((program) => text.includes(`${program} `))) continue;
    shapes.push({
      kind: "password",
      words: [],
      pattern: () => commandPattern(programs, lead),
      looks: (word) => !isFile(word),
    });
  }
  return shapes;
}

/** What a shell takes for one word: in quotes, or without. */
const WORD = String
  .raw`(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s'"<|;&-][^\s'"|;]{2,200}))`;

/** A pattern of what stands before a word of the shell, and of the word. */
function command(before: string, word: string): RegExp {
  return new RegExp(before + word, "g");
}

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
