/** English forms that no rule of endings joins: past tenses and plurals, each before its base form. */
const FORMS = `
  was be were be been be am be is be are be  had have has have  did do done do does do
  went go gone go goes go  said say  made make  took take taken take  came come  saw see seen see
  knew know known know  got get gotten get  gave give given give  found find  thought think  told tell
  became become  left leave  felt feel  brought bring  began begin begun begin  kept keep  held hold
  wrote write written write  stood stand  heard hear  meant mean  met meet  ran run  paid pay  sat sit
  spoke speak spoken speak  led lead  grew grow grown grow  lost lose  fell fall fallen fall  sent send
  built build  understood understand  drew draw drawn draw  broke break broken break  spent spend
  rose rise risen rise  drove drive driven drive  bought buy  wore wear worn wear  chose choose chosen choose
  ate eat eaten eat  sang sing sung sing  swam swim swum swim  drank drink drunk drink  slept sleep
  won win  caught catch  taught teach  fought fight  sought seek  sold sell  flew fly flown fly
  threw throw thrown throw  forgot forget forgotten forget  forgave forgive forgiven forgive
  froze freeze frozen freeze  hid hide hidden hide  bit bite bitten bite  woke wake woken wake
  rode ride ridden ride  stole steal stolen steal  shook shake shaken shake  struck strike  hung hang
  dug dig  fed feed  bled bleed  bred breed  fled flee  sped speed  swept sweep  wept weep  crept creep
  dealt deal  dreamt dream  leapt leap  learnt learn  burnt burn  spelt spell  smelt smell  spilt spill
  lent lend  bent bend  shot shoot  lit light  slid slide  stuck stick  swung swing  spun spin  stung sting
  sank sink sunk sink  shrank shrink shrunk shrink  rang ring rung ring  sprang spring sprung spring
  tore tear torn tear  swore swear sworn swear  bore bear borne bear  blew blow blown blow  laid lay
  lay lie lain lie  bound bind  wound wind  ground grind  undid undo undone undo  overcame overcome
  withdrew withdraw withdrawn withdraw  arose arise arisen arise  awoke awake  shone shine  strove strive
  sewn sew  shown show  proven prove  mistook mistake mistaken mistake  rebuilt rebuild  rewrote rewrite
  rewritten rewrite  reran rerun  overrode override overridden override  resold resell  redid redo redone redo
  children child  men man  women woman  people person  feet foot  teeth tooth  mice mouse  geese goose
  lives life  wives wife  knives knife  leaves leaf  halves half  shelves shelf  wolves wolf  loaves loaf
  selves self  thieves thief  indices index  indexes index  matrices matrix  vertices vertex  criteria criterion
  phenomena phenomenon  analyses analysis  bases basis  crises crisis  theses thesis  hypotheses hypothesis
  appendices appendix  schemata schema  schemas schema  better good  best good  worse bad  worst bad
`;

/** Irregular form → base form. "lay", "left", "found", "ground" and "wound" follow the reading usual in prose. */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = pairs(FORMS);

function pairs(text: string): Map<string, string> {
  const words = text.trim().split(/\s+/);
  const forms = new Map<string, string>();
  for (let i = 0; i + 1 < words.length; i += 2) forms.set(words[i] ?? "", words[i + 1] ?? "");
  return forms;
}
