/**
 * Where the words of commands hold a secret: of programs that are known, as a table; of options like `--password`,
 * which mean the same everywhere.
 *
 * @module
 */
import { isFile } from "./harmless.ts";
import { isKey } from "./look.ts";
import { command, type Shape, WORD } from "./shape.ts";

/**
 * Programs, and what leads from their name to the secret, word for word: an option like `-P` anywhere behind it (with a
 * `+` the secret is joined to it, with a `:` a name is), a word of its own, `*` for any word. A sign at the end stands
 * within the word that holds the secret, right before it: of `-u :`, `-u name:secret`.
 */
const COMMANDS: readonly (readonly [programs: string, lead: string])[] = [
  ["curl|wget|http|https|xh", "-u :"],
  ["curl|wget", "--user :"],
  ["curl|wget", "--proxy-user :"],
  ["curl", "-U :"],
  ["http|https|xh", "-a :"],
  ["http|https|xh", "--auth :"],
  ["svn|cadaver|lynx", "-auth= :"],
  ["etcdctl", "--user= :"],
  ["jenkins-cli.jar", "-auth :"],
  ["smbclient|rpcclient|smbmap|net", "-U %"],
  ["lftp", "-u ,"],
  ["sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sqlcl|disql|dexp|dimp|dmfldr|isql|ksql", "/"],
  ["mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mariadb-admin|obclient|mydumper", "-p+"],
  ["sshpass", "-p"],
  ["redis-cli|valkey-cli|redis-benchmark", "-a"],
  ["docker|podman|helm|az|skopeo|oras|nerdctl|buildah|crane|caprover|oc|argocd|cf", "login -p"],
  ["mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|mongostat", "-p"],
  ["cqlsh|cypher-shell|rabbitmqadmin|impacket|hydra|crackmapexec|netexec|nxc|evil-winrm|psexec|rdesktop", "-p"],
  ["twine|poetry|vsce|ovsx|ncftpput|ncftpget|useradd|usermod|racadm|mosquitto_passwd", "-p"],
  ["ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd", "-w"],
  ["gsql|gs_dump|ksql|vsql|dremio", "-W"],
  ["zip|unzip|sqlcmd|bcp|osql|tsql|freebcp|ipmitool|mosquitto_sub|mosquitto_pub|mosquitto_rr|mqttx|mqtt|p4", "-P"],
  ["7z|7za|7zz|rar|unrar", "-p+"],
  ["rar|unrar", "-hp+"],
  ["xfreerdp|wfreerdp|mstsc", "/p:+"],
  ["cmdkey", "/pass:+"],
  ["htpasswd", "-b * *"],
  ["htpasswd", "-bc * *"],
  ["htpasswd", "-cb * *"],
  ["htpasswd", "-nb *"],
  ["htpasswd", "-bB * *"],
  ["htpasswd", "-Bb * *"],
  ["snmpwalk|snmpget|snmpset|snmpbulkwalk|snmptranslate", "-c"],
  ["snmpwalk|snmpget|snmpset|snmpbulkwalk", "-A"],
  ["snmpwalk|snmpget|snmpset|snmpbulkwalk", "-X"],
  ["rabbitmqctl", "change_password *"],
  ["rabbitmqctl", "add_user *"],
  ["rabbitmqctl", "authenticate_user *"],
  ["net|cmdkey", "/user:"],
  ["net", "user *"],
  ["oathtool", "-b"],
  ["wpa_passphrase", "*"],
  ["nmcli", "password"],
  ["networksetup", "-setairportnetwork * *"],
  ["dscl", "-passwd *"],
  ["rclone", "obscure"],
  ["bw", "unlock"],
  ["bw", "login *"],
  ["vault", "unseal"],
  ["vault|ngrok|snyk|wandb|huggingface-cli|hf|cargo|railway", "login"],
  ["snyk", "auth"],
  ["ngrok", "authtoken"],
  ["ngrok", "add-authtoken"],
  ["cloudflared", "install"],
  ["poetry", "config *"],
  ["poetry", "config * *"],
  ["neo4j-admin", "set-initial-password"],
  ["keytool|jarsigner", "-storepass"],
  ["keytool|jarsigner", "-keypass"],
  ["keytool", "-srcstorepass"],
  ["keytool", "-deststorepass"],
  ["openssl", "-k"],
  ["ssh-keygen|ssh-add", "-N"],
  ["ssh-keygen", "-P"],
  ["coscmd", "-s"],
  ["coscli", "-s"],
  ["ossutil|ossutil64|obsutil", "-k"],
  ["qshell", "account *"],
  ["mc|mcli", "set * * *"],
  ["mc|mcli", "add * * *"],
  ["codecov|codecov.sh|codecovcli|codecov.io/bash)|fly|flyctl|frpc|coveralls", "-t"],
  ["codecov|codecovcli", "upload-process -t"],
  ["nuget|dotnet|netbird|ss-local|ss-server|sslocal|ssserver", "-k"],
  ["nuget", "-ApiKey"],
  ["npc", "-vkey=+"],
  ["consul|nomad", "-token=+"],
  ["influx|influxd", "-password"],
  ["influx", "-t"],
  ["sonar-scanner|mvn|gradle|gradlew", "-Dsonar.login=+"],
  ["ansible|ansible-playbook", "ansible_ssh_pass=+"],
];

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

/** A row of a table as a shape. */
function commandShape([programs, lead]: typeof COMMANDS[number]): Shape {
  return { kind: "password", words: [], pattern: () => commandPattern(programs, lead), looks: (word) => !isFile(word) };
}

/** The first word of what leads to a secret. No pattern: it is asked of each row of the table. */
function firstOf(lead: string): string {
  const blank = lead.indexOf(" ");
  const word = blank === -1 ? lead : lead.slice(0, blank);
  if (word === "*") return "";
  return word.endsWith("+") ? word.slice(0, -1) : word;
}

/** The commands that a text may hold: the program stands in it, and the first word of what leads to the secret. */
export function commandsIn(text: string, hasOption: boolean): Shape[] {
  const isIn = new Map<string, boolean>();
  return COMMANDS.filter(([programs, lead]) => {
    const literal = firstOf(lead);
    if (!hasOption && literal.startsWith("-")) return false;
    const isThere = isIn.get(literal) ?? text.includes(literal);
    isIn.set(literal, isThere);
    return isThere && programs.split("|").some((program) => text.includes(`${program} `));
  }).map(commandShape);
}
