import { linesWith, wordList } from "../../index/words/word_list.ts";

/**
 * Words of one field, a line each, in English (as stems) and Chinese: who asks for "login" may have written 鉴权. They
 * only add a little to a score, so a line may be generous; a word of many fields is better left out.
 */
const FIELDS = wordList(`
  databas db 数据库 数据表 store storag
  cach 缓存
  deploi deploy releas ship rollout 部署 发布 上线
  config configur set option prefer 配置 设置 选项
  error except failur fault crash 错误 报错 异常 失败
  bug defect issu problem 缺陷 问题 故障
  fix repair resolv solv solut patch 修复 解决 修正
  test spec 测试 单测 用例
  login signin auth authent 登录 登陆 认证 鉴权
  permiss access author role 权限 授权
  password credenti secret 密码 口令 密钥
  user account member 用户 账号 账户
  api endpoint interfac rout 接口 路由
  request call queri 请求 调用 查询
  respons repli answer 响应 回复 返回
  server backend servic 服务 服务器 后端
  client frontend browser 客户端 前端 浏览器
  file document 文件 文档
  folder directori path 目录 文件夹 路径
  function method procedur 函数 方法
  variabl paramet argument 变量 参数
  class type struct 类型
  librari packag depend modul 依赖 模块 组件
  framework stack 框架 技术栈
  version upgrad updat 版本 升级 更新
  delet remov drop eras 删除 移除 清理
  creat add build make new 创建 新建 新增 添加
  chang modifi edit alter 修改 变更 调整 改动
  renam move migrat 重命名 迁移 搬迁
  instal setup 安装
  start launch run boot begin 启动 运行 开始
  stop quit end finish kill 停止 结束 关闭
  log trace 日志
  monitor metric alert 监控 指标 告警 报警
  queue messag broker kafka 队列 消息
  thread process concurr parallel 线程 进程 并发
  lock mutex 锁定 加锁
  timeout delai latenc 超时 延迟
  retri repeat 重试
  perform speed fast slow 性能 速度 优化
  memori ram leak 内存 泄漏
  disk storag space 磁盘 存储
  network connect socket 网络 连接
  secur vulner attack 安全 漏洞
  encrypt cipher 加密
  branch merg commit git 分支 合并 提交
  review feedback comment 评审 审查 评论
  code sourc program 代码 源码 程序
  style format lint convent 风格 格式 规范 约定
  rule polici standard 规则 策略 标准
  prefer favorit enjoi 偏好 喜欢 习惯 爱好 喜爱
  decid decis choos choic select pick 决定 决策 选择 选用 采用 选型
  plan schedul roadmap 计划 安排 规划
  task todo ticket 任务 待办
  deadlin due mileston 截止 期限
  meet call discuss 会议 讨论
  team colleagu cowork 团队 同事
  custom client 客户
  order purchas 订单 下单
  payment pai invoic bill 支付 付款 账单
  price cost monei budget expens 价格 费用 成本 预算
  imag pictur photo 图片 图像 照片
  tabl column row field schema 字段 表格 表结构
  index search lookup 索引 搜索 检索
  sort order rank 排序
  arrai list collect 数组 列表
  string text 字符串 文本
  number integ count 数字 数量
  time date dai 时间 日期
  languag local translat i18n 语言 翻译 国际化
  page screen view 页面 界面
  button click 按钮 点击
  form input 表单 输入
  compon widget 组件 控件
  contain docker kubernet k8s 容器 集群
  cloud aw host 云端
  pipelin ci workflow 流水线 持续集成
  backup restor recoveri 备份 恢复
  limit quota throttl 限制 限流
  token jwt session 令牌 会话
  hook callback event trigger 回调 钩子 事件
  script command shell termin 脚本 命令 终端
  editor id 编辑器
  architectur design structur 架构 设计 结构
  refactor rewrit cleanup 重构 重写
  doc document readm guid 文档 说明
  exampl sampl demo 示例 样例
  project repo repositori 项目 仓库 工程
  goal object purpos target aim 目标 目的
  reason caus 原因 理由
  result outcom 结果
  differ compar comparison 区别 比较 对比
  requir need demand 需求 要求
  featur function capabl 功能 特性
  job work career profess occup employ posit 工作 职业 职位 上班 岗位
  compani employ firm busi organ offic 公司 单位 企业 机构
  boss manag supervisor leader 上司 领导 老板 经理
  salari incom wage earn pai 工资 薪水 收入
  school colleg univers educ studi student degre class cours 学校 大学 学历 教育 学习 专业
  teacher instructor professor coach mentor 老师 教师 教练 导师
  learn studi practic train 学习 练习 训练 培训
  exam test quiz 考试 测验
  home hous apart live resid 家里 住处 住址 小区 房子
  hometown birthplac origin nativ 老家 家乡 籍贯 出生地
  小区 社区 家园 花园 公寓
  家电 电器 空调 冰箱 电视 洗衣机 吸尘器 净化器
  商场 超市 购物 百货
  鞋子 跑鞋 球鞋 运动鞋
  美妆 化妆 护肤 口红 遮瑕
  景区 景点 公园 游乐
  citi town place locat where area 城市 地方 地点 位置 地址
  countri nation abroad homeland 国家 国外
  move reloc migrat 搬家 搬迁
  famili rel parent mother mom father dad 家人 父母 家庭 亲戚 妈妈 母亲 爸爸 父亲
  child kid son daughter babi 孩子 儿子 女儿 小孩
  husband wife spous partner marri marriag wed 丈夫 妻子 结婚 配偶 婚礼
  friend buddi pal friendship 朋友 好友
  boyfriend girlfriend date relationship romanc singl breakup 恋爱 男友 女友 单身 感情
  pet dog cat puppi kitten anim 宠物 小狗 猫咪 动物
  birthdai anniversari celebr parti 生日 庆祝 纪念日
  year 年龄 岁数 年纪 岁
  height tall 身高
  weight heavi 体重
  phone mobil number telephon 电话 手机 号码
  email mail address 邮箱 邮件
  name call titl 名字 姓名 叫做 名称
  food meal eat dinner lunch breakfast dish cuisin snack 食物 吃饭 美食 饭菜 早餐 午餐 晚餐
  cook bake recip kitchen 做饭 烹饪 菜谱
  restaur cafe diner 餐厅 饭店 餐馆
  drink coffe tea beverag 饮料 咖啡 喝茶
  health medic doctor hospit ill sick diseas 健康 医院 医生 生病 疾病
  exercis workout fit gym sport run jog yoga 运动 健身 锻炼 跑步
  diet nutrit weight calori 饮食 营养 减肥
  sleep rest nap 睡眠 休息
  stress anxieti relax calm therapi therapeut 压力 焦虑 放松
  hobbi activ pastim interest leisur 爱好 兴趣 活动 消遣
  art paint draw artwork artist sketch 艺术 画画 绘画
  craft potteri clai sculptur ceram 手工 陶艺
  music song sing band concert instrument guitar piano violin 音乐 歌曲 唱歌 演唱会 乐器
  danc ballet 跳舞 舞蹈
  movi film cinema seri tv 电影 影片 电视剧
  book read novel author stori literatur 书籍 阅读 看书 小说
  write writer blog essai journal 写作 文章 博客
  game player tournament 游戏 比赛
  travel trip vacat holidai tour journei visit 旅行 旅游 出差 度假 行程
  hike camp trail outdoor mountain natur 徒步 露营 户外 登山
  beach sea ocean lake swim surf 海边 海滩 游泳 湖边
  car drive vehicl 汽车 开车 车辆
  flight plane airport fly 航班 飞机 机场
  hotel stai accommod 酒店 住宿
  shop bui store purchas 购物 买东西 商店 购买
  gift present 礼物
  cloth dress wear outfit shoe fashion 衣服 穿着 鞋子
  garden plant flower grow 花园 植物 种植
  volunt chariti donat commun 志愿 慈善 公益
  event confer workshop festiv ceremoni seminar 活动 会议 大会 论坛 典礼
  join particip attend involv 参加 参与 出席
  award prize win winner champion 奖项 获奖 冠军
  dream aspir wish ambit goal 梦想 愿望 希望
  believ belief religion faith church 信仰 宗教
  feel emot mood 感觉 心情 情绪
  happi glad joi excit thrill 高兴 开心 快乐 兴奋
  sad upset disappoint unhappi 难过 伤心 失望
  afraid scare fear worri nervou 害怕 担心 恐惧
  hard difficult challeng struggl tough obstacl 困难 挑战 难题
  accid injuri hurt injur 事故 受伤
  lose loss miss 丢失 失去
  quit leav resign fire 辞职 离职
  support encourag motiv inspir 支持 鼓励 帮助
  advic suggest recommend tip 建议 推荐
  opinion view 看法 观点 意见
  import signific essenti kei crucial 重要 关键
  improv enhanc 改进 提升 改善
  increas grow rise rais 增加 增长 提高
  decreas reduc lower 减少 降低
  often frequent usual regularli 经常 通常
  current now present todai 目前 现在 当前
  recent late 最近
  previous befor earlier formerli former 以前 之前 曾经
  futur upcom next later 将来 未来 下次
  size scale big larg 规模 大小
  durat long length 时长 持续
  kind type sort categori genr 种类 类型
  reason motiv 动机
  ident gender 身份 性别
  adopt 收养
  natur environ weather 天气 自然 环境
  new articl report 新闻 报道
  invest stock financ financi fund bank 投资 股票 理财 金融 银行
  legal law lawyer court 法律 律师
  polit govern elect 政治 政府
  scienc research scientist studi experi 科学 研究 实验
  photo photograph photographi camera 摄影 拍照 相机
`);

/** The other words of the fields that a word belongs to. */
export function kindredOf(word: string): string[] {
  return linesWith(FIELDS, word).flat().filter((other) => other !== word);
}
