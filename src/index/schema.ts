/** The tables of an index and their version. An index of an older version is made anew, a newer one is refused. */
import { corrupt, type Database } from "./sqlite.ts";
import { failure, said } from "./words.ts";

/** The tables of a database of ours, which knows both numbers. */
export interface Schema {
  readonly version: number;
  /** Tells the file from any other SQLite file. */
  readonly applicationId: number;
  readonly tables: string;
}

/** Grows with every change of a table, of what a row takes from its line, of `analyse`, or of profiles. */
const SCHEMA_VERSION = 35;

/** Marks the error of an index that is sound, but of an older version. */
export const OUTDATED = "outdated";

const TABLES = `
  CREATE TABLE files (
    key INTEGER PRIMARY KEY,
    file TEXT NOT NULL UNIQUE,   -- relative to the data folder
    stamp TEXT NOT NULL,         -- size, times and inode when it was last read
    settled INTEGER NOT NULL,    -- 0: read so soon after a change that a later one may carry the same stamp
    bytes INTEGER NOT NULL,      -- how far it has been read
    digest BLOB NOT NULL,        -- of the bytes that were read
    tracked INTEGER NOT NULL,    -- 1: git tracked it when it was last read (visible.ts)
    unused INTEGER NOT NULL      -- how many lines of what was read hold no record
  );
  CREATE INDEX files_tracked ON files(key) WHERE tracked = 1;
  CREATE INDEX files_unused ON files(key) WHERE unused > 0;
  CREATE TABLE records (
    row INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    start INTEGER NOT NULL,      -- byte offset in the file; orders records of one time
    id TEXT NOT NULL,
    type TEXT NOT NULL,          -- fact, summary, note, core
    memory_type TEXT,
    session TEXT,
    time INTEGER NOT NULL,       -- milliseconds since 1970
    changed TEXT NOT NULL,       -- when it last changed, ISO 8601
    deleted INTEGER NOT NULL,    -- 1: the record says that it is deleted
    hidden INTEGER NOT NULL,     -- a reason of visible.ts, 0 for none
    content_key INTEGER NOT NULL,
    others INTEGER NOT NULL,     -- of visible.ts: whether others may have written the line
    todos INTEGER NOT NULL,      -- how many to-dos a summary leaves open
    profile BLOB NOT NULL,       -- profile.ts
    raw TEXT NOT NULL,           -- the line, or what was made of a piece of Markdown
    project TEXT,                -- in the global layer: the project that the record names
    shared_id TEXT               -- the id in its line, where another record has that id too (visible.ts)
  );
  CREATE INDEX records_by_id ON records(id);
  CREATE INDEX records_by_shared_id ON records(shared_id) WHERE shared_id IS NOT NULL;
  CREATE INDEX records_by_file ON records(file);
  CREATE INDEX records_by_project ON records(project) WHERE project IS NOT NULL;
  CREATE INDEX records_by_time ON records(time, start, id);
  CREATE INDEX records_by_kind ON records(type, others, time) WHERE hidden = 0;
  CREATE INDEX records_of_others ON records(others) WHERE others > 0;
  CREATE INDEX records_replaced ON records(time) WHERE hidden = 2;
  CREATE INDEX records_of_opinions ON records(hidden, others, time) WHERE memory_type = 'O';
  CREATE INDEX records_with_todos ON records(others, time) WHERE hidden = 0 AND todos > 0;
  CREATE INDEX records_by_session ON records(session, time, file, start)
    WHERE session IS NOT NULL AND hidden = 0 AND type = 'fact';
  CREATE INDEX records_by_content ON records(content_key);
  CREATE TABLE links (
    target TEXT NOT NULL,
    kind INTEGER NOT NULL,       -- of visible.ts
    row INTEGER NOT NULL,        -- the record that names the target
    PRIMARY KEY (target, kind, row)
  ) WITHOUT ROWID;
  CREATE INDEX links_by_row ON links(row);
  CREATE TABLE conditions (      -- records/conditions.ts
    key TEXT NOT NULL,           -- a call that fulfils the condition has one of its keys
    row INTEGER NOT NULL,
    condition TEXT NOT NULL,
    PRIMARY KEY (key, row, condition)
  ) WITHOUT ROWID;
  CREATE INDEX conditions_by_row ON conditions(row);
  CREATE TABLE uses (            -- usage.ts
    id TEXT NOT NULL,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    used INTEGER NOT NULL,
    file INTEGER NOT NULL,
    start INTEGER NOT NULL
  );
  CREATE INDEX uses_by_id ON uses(id);
  CREATE INDEX uses_by_file ON uses(file);
  CREATE TABLE followed (        -- what \`hidden\` takes into account
    trust TEXT NOT NULL,         -- a stamp of what the person trusts
    git TEXT NOT NULL            -- a stamp of git's index, by which \`tracked\` of each file was looked up
  );
  INSERT INTO followed VALUES ('', '');
  CREATE TABLE kept (text TEXT NOT NULL); -- mod.ts: one row or none

  -- What follows covers the records that are not hidden, and only those.
  CREATE VIRTUAL TABLE lexicon USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
  CREATE TABLE terms (term TEXT PRIMARY KEY, records INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE grams (gram INTEGER PRIMARY KEY, records INTEGER NOT NULL, stretches INTEGER NOT NULL);
  CREATE TABLE sessions (session TEXT PRIMARY KEY, records INTEGER NOT NULL, words INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE totals (
    records INTEGER NOT NULL,
    words INTEGER NOT NULL,
    chars INTEGER NOT NULL,
    grams INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    session_words INTEGER NOT NULL,
    stretches INTEGER NOT NULL   -- of stretches.ts
  );
  INSERT INTO totals VALUES (0, 0, 0, 0, 0, 0, 0);
`;

/** "mem1" */
const INDEX: Schema = { version: SCHEMA_VERSION, applicationId: 0x6d656d31, tables: TABLES };

/** Makes the tables of a new database. Throws STORE_NEWER, and INDEX_CORRUPT where another program made it. */
export function prepareSchema(db: Database, schema = INDEX): void {
  const version = readVersion(db, schema);
  if (version === schema.version) return;
  if (version > schema.version) throw failure("newer_schema", { path: db.path, version, known: schema.version });
  if (version !== 0) throw failure("outdated_schema", { path: db.path, version }, { data: { [OUTDATED]: true } });
  if (db.readOnly) throw corrupt(db.path, said("is_empty"));
  db.transaction(() => {
    // Another process may have come first.
    if (readVersion(db, schema) !== 0) return;
    if (db.get("SELECT 1 FROM sqlite_master")) throw corrupt(db.path, said("others_tables"));
    db.exec(schema.tables);
    db.exec(`PRAGMA application_id=${schema.applicationId}; PRAGMA user_version=${schema.version}`);
  });
}

/** Replaces every table by an empty one. */
export function emptyTables(db: Database): void {
  for (const [, table] of TABLES.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)) db.exec(`DROP TABLE ${table}`);
  db.exec(TABLES);
}

function readVersion(db: Database, { applicationId }: Schema): number {
  const version = Number(db.get("PRAGMA user_version")?.["user_version"] ?? 0);
  if (version !== 0 && db.get("PRAGMA application_id")?.["application_id"] !== applicationId) {
    throw corrupt(db.path, said("others_file"));
  }
  return version;
}
