/** Numbers and months in words, in lower case. */

/** English numbers. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, thirty: 30, sixty: 60 },
};

const HAN_NUMBER = /^[零一二两三四五六七八九十百]+$/;
const HAN_DIGITS = "零一二三四五六七八九";

/** A Chinese number below a thousand in digits; any other text as it is. */
export function inDigits(text: string): string {
  if (!HAN_NUMBER.test(text)) return text;
  let [whole, digit] = [0, 0];
  for (const sign of text.replaceAll("两", "二")) {
    const scale = sign === "十" ? 10 : sign === "百" ? 100 : 0;
    if (scale === 0) digit = HAN_DIGITS.indexOf(sign);
    else {
      whole += (digit || 1) * scale;
      digit = 0;
    }
  }
  return String(whole + digit);
}

export const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** The number of the month whose name a word is or shortens, 1–12; 0 for any other word. */
export function monthNamed(word: string): number {
  return word.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(word.slice(0, 3))) + 1;
}
