/**
 * Whether a text may ask for earlier work as a whole, or for that of a time. Only for such a text earlier.ts and its
 * forms are loaded.
 *
 * @module
 */
import { sign } from "./signs.ts";

/** People who ask so write little more. Characters. */
const LONGEST = 240;
const EARLIER = sign("earlier");

/** Whether it may. One prompt in twenty does. */
export function mayAskForEarlier(text: string): boolean {
  return text.length <= LONGEST && EARLIER.test(text);
}
