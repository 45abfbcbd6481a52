/**
 * Whether a text may ask for earlier work as a whole, or for that of a time (earlier.ts, whose forms only such a text
 * loads). Nearly every prompt is done with here.
 *
 * @module
 */
import { sign } from "./signs.ts";

/** Whoever asks so says little more. Characters. */
const LONGEST = 240;
const EARLIER = sign("earlier");

/** Whether it may: one prompt in twenty does. */
export function mayAskForEarlier(text: string): boolean {
  return text.length <= LONGEST && EARLIER.test(text);
}
