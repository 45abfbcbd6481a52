/**
 * Words that prompts to coding agents are full of whatever the project: that a prompt and a record share one of them
 * says little. Chosen from what such prompts ask for in general, not from any collection of them.
 *
 * By their first letter and in plain strings, between spaces:
 * looking one up costs less than building a set of them in every hook.
 *
 * @module
 */

/** What prompts ask for, and everyday words, in which prompts about anything else abound. */
export const COMMON: Readonly<Record<string, string>> = {
  a: " accept access action add addition address again age ago ahead ai air airport all already alright also " +
    "always animal answer any anymore anyone anything apart app apple apply april argument arm array art article " +
    "aside ask asked at attach attempt august autumn available avoid ",
  b: " baby back background backward bad bag ball band bank bar basic batch bath beach bean bear beautiful bed " +
    "beer begin behavior bell besides best better big bigger bike bin bird birth bit black block blue boat body " +
    "bold bone book border boss bottle bottom bowl box boy branch bread break breakfast bright brother brown bug " +
    "build bus business butter button buy ",
  c: " cake calculation call calm camera camp cannot car card care carry case cat catch cause celebrate cell cent " +
    "center chair change char cheap check cheese chicken child chinese chocolate choose christmas church city " +
    "class classic clean cleaner clear click clock clone close cloth club coat code coffee cold collection color " +
    "colour column com comfortable command comment commit common compare comparison compile compiled complete " +
    "complex component components con condition config configuration configure confirm confirmation conflict " +
    "connect constant contain content continue control convert cook cool copy corner correct count country " +
    "couple course cover cow crazy cream create creation cup curious current custom cut cute ",
  d: " dad dance danger dark dash data date daughter day dead deal dear debug december decide declare decrease " +
    "deep default define definition delete deletion demo denied depend describe description design detail dev " +
    "develop developer die diff difference different dinner direction directory dirty disable display dist do " +
    "doc doctor document documentation dog dollar done door dot double down download dozen draft draw dress " +
    "drink drive drop drum dry duck duplicate dust ",
  e: " ear earlier earn earth east easy eat edit effect eg egg eight element eleven elsewhere empty enable end " +
    "energy engineer english enjoy ensure entry enum equal err error etc evening event everybody everyone everything " +
    "exact exactly example exception excite execute exercise exist exit expect explain explanation export extra " +
    "extract eye ",
  f: " face fact fail failed failing fair fall false family famous far farm fast faster fat fatal father favorite " +
    "fear feature february feel feeling feels feet festival fetch field fifth fifty fight file fill film filter " +
    "final find fine finger finish fire first fish fit five fix flag flat floor flow flower fly focus folder " +
    "follow font food foot forest forget form format former found four fourth fox framework free freedom french fresh " +
    "friday friend front fruit full fun function funny future ",
  g: " game garden generate generation german get gift girl give glad glass global go gold good grammar grand grass " +
    "gray great green ground group grow guess guide guitar guy ",
  h: " hair half hall hand handle handler hang happy hard hat head header health hear heart heat heaven heavy height " +
    "hello help hey hi hide high higher highlight hill hint history hobby hold holiday home honest honey hook hope " +
    "horse hospital hot hotel hour house hover http hundred hungry hurt husband ",
  i: " ice icon id idea ie image implement import improve in include increase indent index info information init " +
    "inline inner input insert inside inspect install installation instance instead instruction integer interest " +
    "interface internet interview introduce introduction invalid island issue item iterate ",
  j: " january japanese job join joke journey joy json juice july jump june just ",
  k: " keep key keyword kid kill kind king kitchen knee knife know ",
  l: " label lady lake lamp land language large last late later latest laugh launch law lay layer layout lazy lead " +
    "leader leaf learn leave left leg length lesson let letter level lib library lie life light like limit line lines " +
    "link lion lip list listen little live load local localhost locate location log logic long longer longest loop " +
    "lose lot loud love low lower luck lunch ",
  m: " machine mail main maintain make makefile man manage manual map march margin mark market marry match matter " +
    "max may maybe md meal mean meaning means meanwhile measure meat medicine meet memory menu merge message " +
    "metal method middle midnight milk million min mind minor minus minute miss missing mix mode model modify " +
    "module modules mom moment monday money monkey month moon more morning mother motion mountain mouse mouth " +
    "move movie multiple museum music ",
  n: " name nan narrow nature neck need nest net network never new newer newest news next nice nicer night nine " +
    "nobody node noise nope north nose note nothing november null number nurse ",
  o: " object ocean october office often oil old older oldest one open operate operation optimize option orange " +
    "order org organization original other otherwise outer output oven overlap override own ",
  p: " package pad page pages paint pair pale panic paper paragraph param parameter parent park parse part party " +
    "pass paste path pattern pause peace pen people per percent perfect perform performance permission person " +
    "phone photo piano pick picture piece pig pink place plain plan plane plant plate play pleasant plugin plus " +
    "pocket poem poet point police poor pop popular port position possible post potato pound power pray prepare " +
    "present presentation president press pretty prevent preview previous price print private prize pro problem " +
    "proceed process prod product production program progress project prompt proper property proud provide " +
    "public pull pure purple push put ",
  q: " quality query question queue quick quicker quiet ",
  r: " rabbit race rain raise random range rate raw reach react read readme ready real really reason receive " +
    "recent recommend record red reduce refactor refer reference refresh refused registration regular relate " +
    "relative relax release reload remain remaining remember remove rename render rent repeat replace reply " +
    "report repository request require reset resize resolve resource respond response rest restart restarts " +
    "restaurant result resume retry return reuse reverse review rewrite rice rich ride right ring rise river " +
    "road rock role roll roof room root rose round route row rule run running ",
  s: " sad safe said salt same sample sand saturday save say scale scan schema school science scope screen script " +
    "scroll sea search season seat second secret section see select selection sell send sense sentence separate " +
    "september sequence server service session set setting setup seven sex shade shape share sheep shell ship " +
    "shirt shoe shop short shorter shortest shoulder shout show shrink sick side sign silver simple simplify " +
    "simply sing single sister sit six size skill skin skip sky sleep slice slow slower small smaller smart " +
    "smell smile smoke smooth snippet snow soap social soft somehow someone something sometimes somewhat " +
    "somewhere sooner sorry sort soul sound soup source south space spanish speak spec special specific speed " +
    "spell spend split spoon sport spring square src stack stamp standard star start state statement static " +
    "station status stay stdin steal step sticky still stone stop store story strange street stress string " +
    "strong structure stuck student study stuff stupid style sub submit subtle success sugar suggest suggestion " +
    "sum summarize summary summer sun sunday support sure surprise sweet swim switch symbol sync syntax system ",
  t: " tab table tag take talk tall target task taste tea teach teacher team tear tell template ten tennis term " +
    "terminal test tests text thank theme thing think third thirty thousand thread three throw thursday ticket " +
    "tie tight time tip tired title tmp today together toggle token told tool tooth top topic total tower town " +
    "toy trace traceback track trade traffic train transform translate travel treat tree trigger trim trip " +
    "triple trouble truck true try tuesday turn tv twelve twenty twice two type ",
  u: " ugly unable uncle undefined under understand undo unexpected unit university unknown unused up update upgrade " +
    "upload url use user users usr usual usually ",
  v: " vacation valid validate value var variable vegetable verify version very view village visible visit visitor " +
    "voice vs ",
  w: " wage wait walk wall want war warm warn warning wash watch water way weak wear weather web wednesday week " +
    "weekend weight weird well west wet wheel white width wife wild win wind window wine winter wise woman " +
    "wonder wood word work world worry worse worth wrap write wrong www ",
  y: " yard year yellow yesterday young ",
  z: " zero zoom ",
};

/** Words of the trade and names that everybody uses: to share one of them is half a reason. */
export const TRADE: Readonly<Record<string, string>> = {
  a: " abstract abstraction acid actor adapter admin agent aggregate agile ajax alert algorithm alias align allocate " +
    "allocation anchor android angular annotate annotation anonymous ansi apache api apk apple approach " +
    "architecture arg args argv arrow artifact ascii assembly assert assertion assign async asynchronous atomic " +
    "attribute audio auth authenticate authentication authorization authorize auto autocomplete automate automatic " +
    "automation avatar await aws axis azure ",
  b: " backend backoff backtrace backup badge balance balancer bandwidth barrier base base64 baseline bash benchmark " +
    "big-o binary binding bitmap blob blockchain blog bluetooth boilerplate bookmark boolean boot borrow bot " +
    "bottleneck bound boundary breadcrumb breakpoint bridge broadcast broker browser buffer bundle bundler byte " +
    "bytecode ",
  c: " c calculator calendar callback canvas capability capitalize captcha caption capture carousel cascade cast cdn " +
    "certificate chart chat chatbot checkbox checkout checksum chmod chrome chunk ci circle circular clause " +
    "cleanup cli client clipboard closure cloud cluster cmd codec collapse collapsible collision combine combobox " +
    "comma commandline comparator compatibility compatible compiler completion compose composer compress " +
    "compression compute concat concatenate concurrency concurrent conditional connection connector consistency " +
    "console const constraint constructor consumer container context controller convention cookie coroutine cors " +
    "counter cpp cpu crash crashloopbackoff crawler credential critical cron cronjob crontab cropper crud crypto " +
    "cryptography csharp css csv cte cuda curl cursor cve cycle ",
  d: " daemon dashboard database dataclass dataframe dataset datasource datatype datetime db dd deadlock debounce " +
    "debugger decimal declaration decode decorator decrypt defer delay delegate delimiter deno dense dependency " +
    "deploy deployment deprecate deque deserialize destructor destructure deterministic devops diagram dialog dict " +
    "dictionary dijkstra dimension dispatch distinct distribute distribution dll dns docker docstring docx dom " +
    "dotenv downtime dropdown dump dynamic ",
  e: " ecmascript editor ellipsis email embed embedding emit emoji emulator encapsulation encode encoding encrypt " +
    "encryption endpoint engine entity env environment equality erd escape esm eval evaluate eventual excel " +
    "executable executor exponential expression extension external ",
  f: " factorial factory fallback favicon fetcher fibonacci fifo filename filesystem finally firefox firewall " +
    "fixture flatten flexbox float flowchart foreach fork formatter fps fragment frame frontend fullscreen func " +
    "fuzzy ",
  g: " gateway gdb generator generic generics getter gif gigabyte git github gitignore gitlab glossary go golang " +
    "google gpu gradient graphql grep grid groupby guard gui gzip ",
  h: " hack hash hashing hashmap hashtable headless heap heatmap helper heuristic hex hexadecimal horizontal host " +
    "hostname hotfix hotkey html htmlx htop http httpd https hydrate hyperlink ",
  i: " iam ide idempotent identifier idle iframe illegal imap immutable impl increment indentation inference " +
    "infinite infrastructure inheritance initialize injection inode insertion inspector instantiate integration " +
    "integrity interceptor interpolation interpreter interrupt intersect inventory inverse invoke ios iot ip ipa " +
    "iso iterable iteration iterator ",
  j: " jar java javascript joystick jpeg jpg jquery js jsdoc json jsonl jsx jwt jwts ",
  k: " kanban kernel keyboard keyframe kilobyte kotlin kubectl kubelet kubernetes ",
  l: " landing laptop latency ldap leaderboard leak lexer libc librarys lifecycle lifetime linear linkedlist lint " +
    "linter linux lisp listener literal loader localstorage lock logger login logout lookup lorem lowercase lru " +
    "lvm ",
  m: " mac macos macro magic mailbox malloc markdown marker marketplace markup matrix mb mean-time median megabyte " +
    "memo memoize meta metadata metric microservice microservices middleware migrate migration mime minify minimal " +
    "mirror mixin mkdir mm mnist mobile mock mockup modal modular modularity monitor monitoring monolith monorepo " +
    "multithread multithreading mutable mutex mvc mvcc mvvm mysql ",
  n: " namespace native navbar navigate navigation neural newline nginx node nodejs npm nullable " +
    "nullpointerexception numeric ",
  o: " oauth oauth2 observable observer offline offset onboarding onclick online oop operand operator optimization " +
    "optional orm orphan os outline overflow overload ",
  p: " packet paginate pagination palette parallax parallel parameterize parser partial partition password patch " +
    "payload pdf peer perf persist persistence pgadmin php pickle pid ping pip pipe pipeline pivot pixel " +
    "placeholder planner platform plot png pod podcast pods pointer policy poll polling polyfill polymorphism " +
    "popup portal portfolio posix postgre pr precedence precision predicate prefix primary prime primitive printer " +
    "priority probe procedure profile profiler programmer programming promise prop props prototype proxy pseudo " +
    "pseudocode psql pubsub python ",
  q: " qr quaternion quicksort quota quote ",
  r: " radio radius ram rasterize raytrace react reactive readability readable readonly rebase recursion recursive " +
    "redirect redo reducer reduction redundancy ref refactoring reflection regex regexp registry regression " +
    "relation relational remote renderer repl replica replication repo requests resolution resolver responsive " +
    "rest restful restore reverse-proxy revert rgb rollback router routing rpc rss rsync ruby runner runtime rust ",
  s: " saas safari sandbox sanitize scaffold scala scalability scalable scalar schedule scheduler scraper scraping " +
    "screenshot scrollbar scrum sdk seed selector semantic semaphore semver sentinel seo serialization serialize " +
    "serializer server serverless setter sha shader shadow shard sharding shell shortcut sidebar sidecar signal " +
    "signature singleton sitemap skeleton slash slider slot slug smtp snake snapshot socket sorting spa spacing " +
    "spinner sprint sprite sql sse ssh ssl ssr stacktrace stage staging standup stash stateful stateless stderr " +
    "stdlib stdout stopwatch storage stream streaming stub stylesheet subclass subdomain submodule subnet " +
    "subprocess subquery subscribe subscription substring sudo suffix svg swap swift symlink synchronize " +
    "synchronous synonym sysadmin systemd ",
  t: " tar tcp tdd teardown tensor terminal tester textarea textbox threading threadpool throttle throughput ticker " +
    "tier timeline timeout timer timestamp timezone tmux toast todo tokenize tokenizer toml toolbar toolchain " +
    "tooltip topology tracing transaction transition transpile traversal traverse trie truncate ts tsx tuple " +
    "tutorial typedef typeof typescript typing ",
  u: " ubuntu udp ui underflow underscore unicode uniform union unique unittest unix unmount unsafe unsigned " +
    "unstable unzip uppercase upsert uptime url usability usecase useeffect useref username usestate utc utf util " +
    "utility uuid ux ",
  v: " validation validator variant vector versioning vertical viewport vim virtual virtualenv vm volume vpc vpn vps " +
    "vscode vue ",
  w: " wasm watcher web webapp webhook webpack webpage websocket websockets whitelist whitespace widget wifi " +
    "wildcard windows wireframe wizard workaround worker workflow workload workspace worktree wrapper ",
  x: " xhr xlsx xml xpath xss ",
  y: " yaml yarn yml yyyy ",
  z: " zindex zip zsh ",
};

/** Products that a project may well have chosen, and prompts about anything may name. */
export const PRODUCTS: Readonly<Record<string, string>> = {
  a: " airflow alembic ansible antd apollo argocd axios ",
  b: " babel bazel biome bitbucket bloc bootstrap bulma bun ",
  c: " cargo cassandra celery circleci clickhouse cmake cocoapods consul copilot crashlytics cypress ",
  d: " dart dask datadog dbt django drizzle dynamodb ",
  e: " elasticsearch electron eslint ethereum ",
  f: " fastapi fastify figma firebase flask flink flutter ",
  g: " gatsby gin gradle grafana grpc ",
  h: " hadoop haskell helm heroku hibernate homebrew hugo husky ",
  i: " influxdb intellij ionic istio ",
  j: " jaeger jenkins jest jetbrains jinja jira junit jupyter jvm ",
  k: " kafka keras kibana koa ",
  l: " lambda langchain laravel lerna liquibase lodash looker lua lucene ",
  m: " magento mariadb matlab matplotlib maven memcached mercurial minio mobx mocha mongo mongodb mongoose mqtt mypy ",
  n: " nats nestjs netlify newrelic nextjs nuget numpy nuxt ",
  o: " openai openapi opencv opensearch openshift openssl opentelemetry ",
  p: " pandas paypal perl photoshop pinia playwright podman postgres postgresql postman preact prettier prisma " +
    "prometheus protobuf pulumi puppeteer pycharm pydantic pypi pytest pytorch ",
  q: " qt quarkus ",
  r: " rabbitmq rails redis redux riverpod rollup ruff rxjs ",
  s: " salesforce sass scikit scss selenium sentry sequelize sinatra sklearn snowflake sonarqube splunk sqlalchemy " +
    "sqlite storybook strapi stripe supabase svelte swagger swiftui sympy ",
  t: " tableau tailwind tailwindcss tauri tensorflow terraform threejs twilio typeorm ",
  u: " unreal uvicorn ",
  v: " vagrant valgrind vercel vite vitest vuetify vuex ",
  w: " webgl wordpress ",
  y: " yup ",
  z: " zig zod zookeeper zustand ",
};
