/** What tells at a glance that two texts may be about the same: beginnings of words, pairs of Chinese characters. */
export function piecesOf(text: string): string[] {
  const words = (text.match(/[a-z0-9]{3,}/g) ?? []).filter((word) => !SMALL.includes(` ${word} `))
    .map((word) => word.slice(0, WORD_BEGINS));
  const pairs = (text.match(/[\u3400-\u9fff]{2,}/g) ?? []).flatMap((run) =>
    [...run].slice(1).map((sign, at) => `${run[at]}${sign}`)
  );
  return [...new Set([...words, ...pairs])];
}

/** "Renew", "renewed", "renewal". Letters. */
const WORD_BEGINS = 5;
const SMALL =
  " the and for are was with that this from into out not has have all any its our your why how who before after ";
