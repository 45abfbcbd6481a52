import { holds, wordList } from "../../index/words/word_list.ts";

/**
 * English words that stand in texts about anything. A small store can't know that "currently" tells nothing: there it
 * may be as rare as a name, so rarity alone overrates it.
 *
 * The words are stems (index/words/stem.ts), so that nothing has to be computed when a hook starts.
 */
const STEMS = wordList(`
  abl absolut accept accord act activ actual add agre allow amaz amount answer appear appli appreci approach area ask
  aspect attend avail avoid awesom back bad base basic beauti becom begin believ big bite bring busi care carri
  caus certain chanc chang chat choos clear close come common complet concern confirm consid contain continu cool
  cost coupl cours creat current cut dai daili deal decid decis definit depend describ despit detail develop differ
  difficult discuss down earli easi easili effect effort end enjoi enough ensur entir especi event eventu exact
  exactli exampl excit expect experi explain explor express extra extrem fact fall fantast far fast feel few final
  find fine finish first fit focu follow forward free frequent full fun further futur gain gener get give glad go
  gonna good great group grow guess gui half handl happen happi hard hear heavi help high highlight hit hold hope
  hour huge idea imagin immedi impact import improv includ increas incred individu inform initi insid inspir instanc
  instead intend interest involv item join journei keen keep kind know larg last late later latest lead learn least
  leav less life light like listen littl live long longer look lose lot love low major make manag mani matter mean
  meet member mention mind minut miss moment month morn mostli move multipl natur near necessari need new next nice
  night normal note notic obviou offer often old onlin origin over overal own pack pai pair part parti particular
  particularli pass past perfect period person pick piec place plai plan point possibl potenti practic prefer prepar
  present pretti previou prior probabl progress proper proud provid purpos put question quick quickli quiet rais
  readi real realiz reason receiv recent recommend reduc refer reflect regard regular regularli relat relationship
  remain rememb remind replac requir respect respond rest result right safe sai same schedul see seem send sens separ
  sever share short show side signific similar simpl simpli singl situat small solid solut sort sound special specif
  spend stai stand start step stop stori strong stuff suggest suitabl super support suppos surpris take talk team
  tell term thank thing think time tip todai tomorrow tonight top topic total touch toward track transit troubl true
  try turn typic understand uniqu upcom us usual variou visit wai wait walk want watch week weekend weekli whole wide
  wish wonder word work worri worth wrong year yesterdai
`);

/** Whether a stem is one of them. */
export function isEveryday(stem: string): boolean {
  return holds(STEMS, stem);
}
