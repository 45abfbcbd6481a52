/**
 * In: an index in step. Out: the texts that get a vector, and a stamp by which a vector knows that its text has not
 * changed.
 * Not done here: vectors (vectors.ts), models (embedding/).
 *
 * @module
 */
import { wholeText } from "./document.ts";
import { hashTerm } from "./profile.ts";
import type { Database, Row } from "./sqlite.ts";
import { HIDDEN } from "./visible.ts";
import { documentOfRow } from "./write.ts";

/** A visible record, without its text. */
export interface PassageKey {
  readonly row: number;
  readonly id: string;
  /** Equal stamps of one id: equal texts, but for blanks and width. */
  readonly stamp: number;
}

/** A visible record with its text. */
export interface Passage extends PassageKey {
  readonly text: string;
}

const COLUMNS = "row, id, type, content_key";

/** Every visible record, newest first: what is most likely to be asked for gets its vector first. */
export function passageKeys(db: Database): PassageKey[] {
  const rows = db.all(`SELECT ${COLUMNS} FROM records WHERE hidden = ${HIDDEN.no} ORDER BY time DESC, row DESC`);
  return rows.map((row) => keyOf(db, row));
}

/** The texts of these records, in order; empty for one that is gone. */
export function passages(db: Database, keys: readonly PassageKey[]): Passage[] {
  return keys.map((key) => ({ ...key, text: textOf(db, key.row) ?? "" }));
}

/** The visible record of an id, if its text is that of the stamp. */
export function currentRow(db: Database, id: string, stamp: number): number | undefined {
  const row = db.get(`SELECT ${COLUMNS} FROM records WHERE id = ? AND hidden = ${HIDDEN.no}`, id);
  const key = row && keyOf(db, row);
  return key?.stamp === stamp ? key.row : undefined;
}

function keyOf(db: Database, row: Row): PassageKey {
  const number = Number(row["row"]);
  // A note is found by more than its content, and there are few of them.
  const stamp = row["type"] === "note" ? hashTerm(textOf(db, number) ?? "") : Number(row["content_key"]);
  return { row: number, id: String(row["id"]), stamp };
}

function textOf(db: Database, row: number): string | undefined {
  const stored = db.get(`SELECT type, raw FROM records WHERE row = ? AND hidden = ${HIDDEN.no}`, row);
  const document = stored && documentOfRow(stored);
  return document && wholeText(document);
}
