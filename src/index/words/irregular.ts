/**
 * English forms that no rule of endings joins: past tenses and plurals, a base form a line with what leads to it.
 * "lay", "left", "found", "ground" and "wound" follow the reading usual in prose.
 */
import { linesWith, wordList } from "./word_list.ts";

const FORMS = wordList(`
  be was were been am is are
  have had has
  do did done does
  go went gone goes
  say said
  make made
  take took taken
  come came
  see saw seen
  know knew known
  get got gotten
  give gave given
  find found
  think thought
  tell told
  become became
  leave left
  feel felt
  bring brought
  begin began begun
  keep kept
  hold held
  write wrote written
  stand stood
  hear heard
  mean meant
  meet met
  run ran
  pay paid
  sit sat
  speak spoke spoken
  lead led
  grow grew grown
  lose lost
  fall fell fallen
  send sent
  build built
  understand understood
  draw drew drawn
  break broke broken
  spend spent
  rise rose risen
  drive drove driven
  buy bought
  wear wore worn
  choose chose chosen
  eat ate eaten
  sing sang sung
  swim swam swum
  drink drank drunk
  sleep slept
  win won
  catch caught
  teach taught
  fight fought
  seek sought
  sell sold
  fly flew flown
  throw threw thrown
  forget forgot forgotten
  forgive forgave forgiven
  freeze froze frozen
  hide hid hidden
  bite bit bitten
  wake woke woken
  ride rode ridden
  steal stole stolen
  shake shook shaken
  strike struck
  hang hung
  dig dug
  feed fed
  bleed bled
  breed bred
  flee fled
  speed sped
  sweep swept
  weep wept
  creep crept
  deal dealt
  dream dreamt
  leap leapt
  learn learnt
  burn burnt
  spell spelt
  smell smelt
  spill spilt
  lend lent
  bend bent
  shoot shot
  light lit
  slide slid
  stick stuck
  swing swung
  spin spun
  sting stung
  sink sank sunk
  shrink shrank shrunk
  ring rang rung
  spring sprang sprung
  tear tore torn
  swear swore sworn
  bear bore borne
  blow blew blown
  lay laid
  lie lay lain
  bind bound
  wind wound
  grind ground
  undo undid undone
  overcome overcame
  withdraw withdrew withdrawn
  arise arose arisen
  awake awoke
  shine shone
  strive strove
  sew sewn
  show shown
  prove proven
  mistake mistook mistaken
  rebuild rebuilt
  rewrite rewrote rewritten
  rerun reran
  override overrode overridden
  resell resold
  redo redid redone
  child children
  man men
  woman women
  person people
  foot feet
  tooth teeth
  mouse mice
  goose geese
  life lives
  wife wives
  knife knives
  leaf leaves
  half halves
  shelf shelves
  wolf wolves
  loaf loaves
  self selves
  thief thieves
  index indices indexes
  matrix matrices
  vertex vertices
  criterion criteria
  phenomenon phenomena
  analyse analysis analyses
  basis bases
  crisis crises
  thesis theses
  hypothesis hypotheses
  appendix appendices
  schema schemata schemas
  good better best
  bad worse worst
`);

/** The base form of an irregular one; any other word as it is. */
export function regular(word: string): string {
  // A base form stands first in its line; that of another ("lay" for "lie") is a form all the same.
  return linesWith(FORMS, word).find(([base]) => base !== word)?.[0] ?? word;
}
