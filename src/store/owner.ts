/**
 * In: a data folder, or a home. Out: what each says of the other, the token in the folder and `owner.json` in the home;
 * and whether a folder is the one that it was.
 *
 * Hot path: two small files are read for a project.
 */
import { dirname, join } from "node:path";
import { tried } from "../errors.ts";
import { readJson } from "../files.ts";
import { isObject } from "../json.ts";
import { memoryHome, projectOfUsual } from "../paths.ts";
import { texts } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { TOKEN_FILE } from "./layout.ts";

/** The file of a home that names its data folder. */
export const OWNER_FILE = "owner.json";

/** What tells a folder from a later one at its path. */
export interface Identity {
  readonly inode: string;
  /** When it was made, in ms since 1970; undefined where the file system does not tell. */
  readonly born?: number | undefined;
}

/** The content of `owner.json`. */
export interface Owner extends Identity {
  readonly token: string;
  /** Tokens that it had before, the last one first: a backup or a stash may bring one back. */
  readonly earlier: readonly string[];
  readonly path: string;
  /** When the project around it was made. */
  readonly ground?: number | undefined;
  /** The folder that had the home before: it was moved to another file system, or a copy was taken for it. */
  readonly former?: Identity | undefined;
  /** Places at which a link leads to the folder, and the folder's real path then. */
  readonly links: Readonly<Record<string, string>>;
}

/** A line of a token file: the name of a home, and the token. */
export interface TokenLine {
  readonly name: string;
  readonly token: string;
}

/** 134 bits, in letters and digits. */
export const TOKEN_LENGTH = 26;
const TOKEN_LINE = /^([A-Za-z0-9][A-Za-z0-9._-]{0,40}-[0-9a-f]{16}) ([a-z0-9]{26})$/;
/** More than a folder shared by several machines and containers has. */
const LINES_MAX = 32;
const TOKEN_BYTES_MAX = 4096;
/** More than somebody cleans a folder between two backups. */
export const EARLIER_MAX = 32;

/** The folder that holds the homes, one for each data folder. */
export function homesFolder(runtime: Runtime): string {
  return join(memoryHome(runtime), "projects");
}

/**
 * The lines of a folder's token file that could name a home. Ours is no link: one could lead to another's tokens. None
 * of a file that another user has closed.
 */
export function readTokens({ files }: Runtime, folder: string): TokenLine[] {
  const path = join(folder, TOKEN_FILE);
  const isOurs = files.linkTarget(path) === undefined && files.stat(path)?.kind === "file";
  const bytes = isOurs ? tried(() => files.readRange(path, 0, TOKEN_BYTES_MAX)) : undefined;
  if (!bytes) return [];
  return new TextDecoder().decode(bytes).split("\n").slice(0, LINES_MAX).flatMap((line) => {
    const [, name, token] = TOKEN_LINE.exec(line) ?? [];
    return name === undefined || token === undefined ? [] : [{ name, token }];
  });
}

/** The token file of a folder, where another user has closed it. */
export function closedTokens({ files }: Runtime, folder: string): string | undefined {
  const path = join(folder, TOKEN_FILE);
  const isOurs = files.linkTarget(path) === undefined && files.stat(path)?.kind === "file";
  return isOurs && tried(() => files.readRange(path, 0, 1)) === undefined ? path : undefined;
}

/** Whether an owner has or had a token. */
export function isTokenOf(owner: Owner, token: string): boolean {
  return owner.token === token || owner.earlier.includes(token);
}

/** Whether a folder holds a token of this owner's, the present one or an earlier one. */
export function holdsToken(runtime: Runtime, folder: string, owner: Owner): boolean {
  return readTokens(runtime, folder).some(({ token }) => isTokenOf(owner, token));
}

/** What a home says of its folder; undefined where no folder was claimed. */
export function readOwner({ files }: Runtime, home: string): Owner | undefined {
  const value = readJson(files, join(home, OWNER_FILE));
  if (!isObject(value)) return undefined;
  const { token, earlier, path, ground, former, links } = value;
  const identity = asIdentity(value);
  if (typeof token !== "string" || typeof path !== "string" || identity === undefined) return undefined;
  const isTarget = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return {
    token,
    earlier: texts(earlier).slice(0, EARLIER_MAX),
    path,
    ...identity,
    ground: typeof ground === "number" ? ground : undefined,
    former: asIdentity(former),
    links: isObject(links) ? Object.fromEntries(Object.entries(links).filter(isTarget)) : {},
  };
}

function asIdentity(value: unknown): Identity | undefined {
  if (!isObject(value) || typeof value.inode !== "string") return undefined;
  return { inode: value.inode, born: typeof value.born === "number" ? value.born : undefined };
}

/** When a home became its folder's, in ns since 1970; undefined for one that nobody has claimed. */
export function claimedAt({ files }: Runtime, home: string): bigint | undefined {
  return files.stat(join(home, OWNER_FILE))?.modifiedNs;
}

/** The folder to which paths kept in a home are relative: its data folder, so that a project may move, or itself. */
export function anchorOf(runtime: Runtime, home: string): string {
  return readOwner(runtime, home)?.path ?? home;
}

/** What stays the same when a folder moves within its file system. */
export function identityOf({ files }: Runtime, folder: string): Identity {
  const stat = files.stat(folder);
  const born = stat?.bornNs === undefined ? undefined : Number(stat.bornNs / 1_000_000n);
  return { inode: String(stat?.inode ?? ""), born };
}

/** Whether two folders are one, as far as the file system tells. */
export function isSameFolder(one: Identity, other: Identity): boolean {
  return one.inode === other.inode &&
    (one.born === undefined || other.born === undefined || one.born === other.born);
}

/** Whether they surely are: a new folder often gets the inode of one that was removed. */
export function isVeryFolder(one: Identity, other: Identity): boolean {
  return one.born !== undefined && one.inode === other.inode && one.born === other.born;
}

/** Whether a folder is the former one of a home, and so is back after another folder was taken for it. */
export function isBackAgain({ former }: Owner, identity: Identity): boolean {
  return former !== undefined && isVeryFolder(former, identity);
}

/** Whether the project of a folder is where it was. Then a folder like it elsewhere is a copy or a backup. */
export function standsThere(runtime: Runtime, { path, ground }: Owner): boolean {
  return ground !== undefined && groundOf(runtime, path) === ground;
}

/** When the project was made that a data folder lies in, in ms since 1970. */
export function groundOf(runtime: Runtime, real: string): number | undefined {
  return identityOf(runtime, projectOfUsual(real) ?? dirname(real)).born;
}

/** A home that a data folder has claimed. */
export interface OwnedHome {
  readonly home: string;
  readonly owner: Owner;
}

/** All homes. The name of a home tells only where its folder was at first. */
export function allHomes(runtime: Runtime): OwnedHome[] {
  const folder = homesFolder(runtime);
  return runtime.files.list(folder).flatMap((name) => {
    const home = join(folder, name);
    const owner = readOwner(runtime, home);
    return owner === undefined ? [] : [{ home, owner }];
  });
}
