/** An id that is to mean one record, and means several. */
import { fail } from "../errors.ts";
import type { Stored } from "./stored.ts";

/** The one record among those that an id means; undefined when there is none. Throws INVALID_ARGUMENT for several. */
export function oneOf(id: string, found: readonly Stored[]): Stored | undefined {
  const [only, ...others] = found;
  if (others.length === 0) return only;
  const ids = found.map(({ key }) => key);
  fail("INVALID_ARGUMENT", {
    en: `${id} is the id of ${found.length} records: ${ids.join(", ")}`,
    zh: `${id} 是 ${found.length} 条记录共有的 id：${ids.join("、")}`,
  }, { en: "Name the one that is meant by its full id", zh: "请用完整的 id 指明是哪一条" });
}
