import type { RawRecord } from "../records/mod.ts";
import type { Home } from "../records/view.ts";

/** A record and where it stands. */
export interface Stored {
  readonly record: RawRecord;
  /** Relative to the data folder. */
  readonly file: string;
  readonly home: Home;
  /** Its id; for a record without one, what its line is known by. */
  readonly key: string;
}
