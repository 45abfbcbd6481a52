/**
 * In: an open layer, and a list of its records that is asked for page by page. Out: the person's own records, however
 * many of others' stand before them in the list, and few of others'.
 */
import { type Found, type Glimpse, partsOf, wholeOf } from "../index/read.ts";
import type { Others } from "../store/own_lines.ts";
import type { IsOthers, Reader } from "./readers.ts";

/** So many records of each part are looked at in vain. */
const LOOKED_AT = 600;

/** A part of a list: of the person's own lines, or of those that others may have written. */
type Page = (others: Others, limit: number, offset: number) => readonly Glimpse[];

/** Looks at a list page by page, at the person's own first, until `see` has seen enough. */
export function lookThrough(
  { index: { db }, layer, store }: Reader,
  page: Page,
  { first, see }: { readonly first: number; readonly see: (found: readonly Glimpse[], others: Others) => boolean },
): void {
  // In a stranger's folder nothing is the person's own, so looking further finds nothing.
  const end = layer === "project" && store.standing === "foreign" ? first : Math.max(first, LOOKED_AT);
  for (const others of partsOf(db)) {
    for (let at = 0, limit = first; at < end; at += limit, limit = Math.min(4 * limit, end - at)) {
      const found = page(others, limit, at);
      if (see(found, others) || found.length < limit) break;
    }
  }
}

interface Wanted {
  readonly own: number;
  readonly others: number;
  /** Whether a record counts at all; by default each does. */
  readonly isMeant?: (found: Glimpse) => boolean;
}

/** `isBehind`: others may have written it in a file that git tracks, so it comes behind the person's own. */
interface Seen extends Glimpse {
  readonly isBehind: boolean;
}

export type Ordered = Found & Seen;

/** The first records of a list: so many of the person's own, and of those that others may have written so many. */
export function ownFirst(reader: Reader, page: Page, isOthers: IsOthers, wanted: Wanted): Ordered[] {
  const { own: most, others, isMeant = () => true } = wanted;
  const own: Seen[] = [];
  const behind: Seen[] = [];
  lookThrough(reader, page, {
    first: most,
    see: (found, written) => {
      for (const each of found.filter(isMeant)) {
        const isBehind = written !== "no" && isOthers({ ...each, layer: reader.layer });
        (isBehind ? behind : own).push({ ...each, isBehind });
      }
      return own.length >= most;
    },
  });
  return [...own, ...behind.slice(0, others)].map(wholeOf);
}
