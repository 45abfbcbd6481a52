/**
 * Things of which one is chosen: who wrote `npm` and now writes `pnpm` of the same thing has changed their mind. Data
 * only, a line each; a word may stand in several. In lower case, as typed, a blank between two words as a hyphen. What
 * is often used side by side (a cache and a database) stands on different lines.
 *
 * @module
 */
import { wordList } from "../../index/words/word_list.ts";

/** One choice a line. */
export const ALTERNATIVES = wordList(`
  npm pnpm yarn bun cnpm
  pip pipenv poetry uv conda pdm rye
  maven gradle bazel sbt
  mysql mariadb postgresql postgres pg sqlite mongodb mongo oracle sqlserver sql-server tidb cockroachdb dynamodb oceanbase duckdb clickhouse
  redis memcached valkey dragonfly
  rabbitmq kafka rocketmq pulsar nats sqs activemq zeromq
  jest vitest mocha jasmine ava tap
  pytest unittest nose
  junit testng
  cypress playwright selenium puppeteer webdriver
  eslint biome oxlint tslint standard
  prettier dprint biome
  ruff flake8 pylint
  black yapf autopep8
  react vue angular svelte solid preact
  next.js nextjs nuxt remix astro gatsby
  webpack vite rollup esbuild parcel rspack turbopack
  redux zustand mobx pinia vuex recoil jotai
  tailwind bootstrap sass less styled-components css-modules emotion unocss
  express fastify koa nestjs hono
  flask django fastapi tornado sanic
  gin echo fiber chi
  spring quarkus micronaut
  java kotlin go golang rust python typescript javascript ruby php scala c# c++ swift elixir node deno
  rest graphql grpc trpc soap thrift
  jwt session-cookie session-cookies oauth saml basic-auth
  uuid ulid 自增 自增主键 自增id auto-increment autoincrement snowflake 雪花 雪花算法 nanoid
  jenkins github-actions gitlab-ci circleci travis drone teamcity
  github gitlab gitee bitbucket gitea
  docker podman containerd buildah
  kubernetes k8s nomad swarm docker-compose
  nginx caddy traefik haproxy apache envoy
  aws azure gcp google-cloud aliyun 阿里云 腾讯云 tencent-cloud 华为云 heroku vercel netlify fly.io
  s3 oss minio gcs cos
  elasticsearch opensearch meilisearch solr typesense
  prisma typeorm drizzle sequelize knex mikro-orm
  sqlalchemy peewee tortoise
  mybatis hibernate jpa jooq
  winston pino bunyan log4js
  logback log4j log4j2
  sentry datadog newrelic bugsnag
  camelcase snake_case snakecase kebab-case pascalcase 驼峰 小驼峰 大驼峰 下划线 短横线 camel-case snake-case
  tab tabs 制表符 space spaces 空格
  single-quote single-quotes 单引号 double-quote double-quotes 双引号
  merge-commit merge-commits squash rebase fast-forward 变基 压缩合并
  gitflow trunk-based github-flow 主干开发
  master main develop trunk
  chinese english japanese 中文 英文 英语 汉语 日文 日语
  utc local-time 本地时间 本地时区 北京时间 gmt cst local-timezone
  light dark 浅色 深色 亮色 暗色 白天 夜间
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays 周一 周二 周三 周四 周五 周六 周日 周天 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天
  json yaml toml xml protobuf msgpack csv
  http https
  sync async 同步 异步
  cjs esm commonjs
  vim neovim vscode emacs intellij webstorm zed
  bash zsh fish powershell
  monorepo polyrepo multirepo 单仓 多仓
  blue-green canary rolling 蓝绿 灰度 滚动
  soft-delete hard-delete 软删除 硬删除 逻辑删除 物理删除
  offset cursor 游标 页码 偏移
  antd ant-design element-plus mui material-ui chakra shadcn arco naive-ui
  openai anthropic gemini deepseek qwen 通义 文心 kimi 智谱
  slack discord teams feishu lark dingtalk 飞书 钉钉 企业微信
  jira linear asana trello tapd 禅道
  alipay 支付宝 wechat-pay 微信支付 stripe paypal adyen braintree klarna mollie square
  public private 公开 私有
  utf-8 utf8 utf-16 gbk gb18030 gb2312 latin-1 iso-8859-1 big5 ascii
  bcrypt argon2 argon2id scrypt pbkdf2 md5 sha1 sha256 sha-256
  mit apache-2.0 apache gpl gplv3 gpl-3.0 lgpl agpl mpl bsd
  euro euros eur dollar dollars usd pound pounds gbp yuan rmb cny yen 人民币 美元 欧元
  trace debug info warn warning error fatal
  required mandatory obligatory compulsory optional voluntary 必填 必选 必需 选填 可选 非必填
  manual manually by-hand automatic automatically 手动 人工 自动
  short brief concise terse long verbose detailed lengthy 简短 简洁 精简 详细 详尽
  flutter react-native ionic kotlin swift xamarin taro uni-app
  confluence notion wiki gitbook 语雀 飞书 石墨
  vault 1password bitwarden lastpass keepass
  mapbox leaflet openlayers maplibre google-maps 高德 百度地图 腾讯地图
  sendgrid mailgun postmark ses mailchimp resend
  pdf docx html markdown
  north south east west 华东 华南 华北 西南
  german french spanish italian portuguese 德语 法语 德文 法文
  push pull 推 拉
`);

/** Names of one thing that stand on a line above: a change between them is none. */
export const SAME_THING = wordList(`
  postgresql postgres pg
  mongodb mongo
  sqlserver sql-server
  go golang
  next.js nextjs
  session-cookie session-cookies
  自增 自增主键 自增id auto-increment autoincrement
  snowflake 雪花 雪花算法
  kubernetes k8s
  gcp google-cloud
  aliyun 阿里云
  腾讯云 tencent-cloud
  camelcase camel-case 驼峰 小驼峰
  snake_case snakecase snake-case 下划线
  pascalcase 大驼峰
  kebab-case 短横线
  tab tabs 制表符
  space spaces 空格
  single-quote single-quotes 单引号
  double-quote double-quotes 双引号
  merge-commit merge-commits
  squash 压缩合并
  rebase 变基
  trunk-based 主干开发
  chinese 中文 汉语
  english 英文 英语
  japanese 日文 日语
  local-time 本地时间 本地时区 local-timezone 北京时间 cst
  utc gmt
  light 浅色 亮色 白天
  dark 深色 暗色 夜间
  monday mondays 周一 星期一
  tuesday tuesdays 周二 星期二
  wednesday wednesdays 周三 星期三
  thursday thursdays 周四 星期四
  friday fridays 周五 星期五
  saturday saturdays 周六 星期六
  sunday sundays 周日 周天 星期日 星期天
  sync 同步
  async 异步
  cjs commonjs
  monorepo 单仓
  polyrepo multirepo 多仓
  blue-green 蓝绿
  canary 灰度
  rolling 滚动
  soft-delete 软删除 逻辑删除
  hard-delete 硬删除 物理删除
  cursor 游标
  offset 页码 偏移
  antd ant-design
  mui material-ui
  qwen 通义
  feishu lark 飞书
  dingtalk 钉钉
  alipay 支付宝
  wechat-pay 微信支付
  required mandatory obligatory compulsory 必填 必选 必需
  optional voluntary 选填 可选 非必填
  manual manually by-hand 手动 人工
  automatic automatically 自动
  short brief concise terse 简短 简洁 精简
  long verbose detailed lengthy 详细 详尽
  utf-8 utf8
  latin-1 iso-8859-1
  argon2 argon2id
  sha256 sha-256
  apache-2.0 apache
  gpl gplv3 gpl-3.0
  euro euros eur 欧元
  dollar dollars usd 美元
  pound pounds gbp
  yuan rmb cny 人民币
  warn warning
  german 德语 德文
  french 法语 法文
  east 华东
  south 华南
  north 华北
  west 西南
  public 公开
  private 私有
`);
