/**
 * In: repository, revision, file. Out: the hub's description of the file, and its bytes from any offset.
 *
 * The hub's protocol: `GET|HEAD {endpoint}/{repository}/resolve/{revision}/{file}`. A large file answers with a
 * redirect whose headers X-Linked-ETag (its SHA-256) and X-Linked-Size describe it; a small one with itself.
 * X-Repo-Commit names the commit. Proxies come from the environment, which `fetch` reads itself.
 */
import type { PinnedFile } from "./pins.ts";
import { errorCode, MemoryError, reasonTold } from "../errors.ts";
import type { Sentence } from "../sentence.ts";
import { failure, said } from "./words.ts";

/** A file as the hub describes it. */
export interface RemoteFile {
  readonly url: string;
  readonly path: string;
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  readonly etag: string;
  readonly commit: string | undefined;
  /** The checksum that the file must have, whatever the hub says. */
  readonly pinned?: PinnedFile;
}

/** Describes a file of the hub; undefined when the hub has no such file. Throws MODEL_UNAVAILABLE. */
export async function lookUp(
  hub: Hub,
  repository: string,
  revision: string,
  path: string,
): Promise<RemoteFile | undefined> {
  const encoded = [...repository.split("/"), "resolve", revision, ...path.split("/")].map(encodeURIComponent).join("/");
  const url = `${hub.endpoint.replace(/\/+$/, "")}/${encoded}`;
  return await withTries(hub, async () => {
    const { status, headers } = await describe(hub, url);
    if (status === 404) return undefined;
    // The tag may be written `W/"abc"`.
    const etag = (headers.get("x-linked-etag") ?? headers.get("etag") ?? "").replace(/^W\//, "").replaceAll('"', "");
    const size = Number(headers.get("x-linked-size") ?? headers.get("content-length") ?? NaN);
    return {
      url,
      path,
      size: Number.isFinite(size) ? size : undefined,
      sha256: /^[0-9a-f]{64}$/.test(etag) ? etag : undefined,
      etag,
      // Checked, since it becomes the name of a folder.
      commit: /^[0-9a-f]{7,64}$/i.exec(headers.get("x-repo-commit") ?? "")?.[0],
    };
  });
}

/** The bytes of a file from `start` on. `whole` when the server sends it from the beginning instead. */
export async function openBody(
  hub: Hub,
  { url }: RemoteFile,
  start: number,
): Promise<{ body: AsyncIterable<Uint8Array>; whole: boolean }> {
  const headers = { "accept-encoding": "identity", ...start > 0 ? { range: `bytes=${start}-` } : {} };
  const { response, stop } = await request(hub, url, { headers }, () => false);
  const wrongPart = (why: Sentence) => new RetryableError(why, { isWrongPart: true });
  if (response.status === 416) throw wrongPart(said("no_such_part"));
  if (!response.ok) throw refused(response.status, url);
  const from = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (response.status === 206 && Number(from) !== start) throw wrongPart(said("other_part"));
  return { body: watched(hub, response, stop), whole: response.status !== 206 };
}

/** Asks for a description. The headers hold the `X-` headers of redirects, too. */
async function describe(hub: Hub, url: string): Promise<{ status: number; headers: Headers }> {
  const seen = new Headers();
  const collect = (hop: Headers) => {
    for (const [name, value] of hop) if (name.startsWith("x-")) seen.set(name, value);
    // This header says that the hub has described the file; the target of the redirect would describe its storage.
    return hop.has("x-linked-etag");
  };
  const init = { method: "HEAD", headers: { "accept-encoding": "identity" } };
  const { response, stop } = await request(hub, url, init, collect);
  stop();
  for (const name of ["etag", "content-length"]) {
    const value = response.headers.get(name);
    if (response.ok && value !== null) seen.set(name, value);
  }
  return { status: response.status, headers: seen };
}

export interface Hub {
  readonly endpoint: string;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
  /** After so long without a byte a connection counts as cut. */
  readonly stallMs: number;
  /** Called with the reason before each pause. */
  readonly onWait?: (sentence: Sentence) => void;
  /** How often to try until the server answers once: without a network nobody wants to wait long. */
  readonly firstTries: number;
  /** Whether the server has answered yet; `request` sets it. */
  readonly contact: { made: boolean };
}

/** Redirects followed: a hub uses one, a renamed repository adds one. */
const MAX_REDIRECTS = 5;
/** Tries in a row without a byte. With the pauses between them they take half a minute. */
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 1_000;
/** If a server asks for a longer pause, the download fails instead of waiting. */
const LONGEST_PAUSE_MS = 120_000;

/** A failure after which another try may succeed. */
export class RetryableError extends Error {
  constructor(
    readonly why: Sentence,
    /** The pause that the server asks for; whether the server lacks the part of the file that was asked for. */
    readonly details: { readonly retryAfterMs?: number | undefined; readonly isWrongPart?: true } = {},
  ) {
    super(why.en);
  }
}

/** Runs `attempt` until it succeeds, with growing pauses, or those that the server asks for. */
export async function withTries<T>(hub: Hub, attempt: (tries: { reset(): void }) => Promise<T>): Promise<T> {
  let tries = 0;
  const counter = { reset: () => void (tries = 0) };
  for (;;) {
    try {
      return await attempt(counter);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      const asked = error.details.retryAfterMs;
      const most = hub.contact.made ? MAX_TRIES : hub.firstTries;
      if (++tries >= most || (asked ?? 0) > LONGEST_PAUSE_MS) throw unreachable(hub, error);
      const pauseMs = asked ?? FIRST_PAUSE_MS * 2 ** (tries - 1);
      hub.onWait?.(said("next_try", { why: error.why, seconds: Math.ceil(pauseMs / 1000) }));
      await hub.pause(pauseMs);
    }
  }
}

/** Follows redirects until an answer, or one whose headers are `enough`. The body is not read; `stop` ends it all. */
async function request(
  hub: Hub,
  first: string,
  init: RequestInit,
  enough: (hop: Headers) => boolean,
): Promise<{ response: Response; stop: () => void }> {
  let url = first;
  if (!isSecure(new URL(url))) throw failure("not_https", { origin: new URL(url).origin });
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), hub.stallMs);
    let response: Response;
    try {
      response = await fetch(url, { ...init, redirect: "manual", signal: control.signal });
    } catch (cause) {
      const { host } = new URL(url);
      if (control.signal.aborted) throw new RetryableError(said("no_answer", { host }));
      // Another try meets the same certificate.
      if (UNTRUSTED.test(errorCode(cause) ?? "")) throw failure("untrusted", { host, why: reasonTold(cause) });
      throw new RetryableError(said("not_reached", { host, why: reasonTold(cause) }));
    } finally {
      clearTimeout(timer);
    }
    hub.contact.made = true;
    const stop = () => control.abort();
    const done = enough(response.headers);
    const next = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || next === null || done) {
      if (response.status >= 400) refuse(hub, response, url, stop);
      return { response, stop };
    }
    stop();
    url = redirected(url, next);
  }
  throw unreachable(hub, new RetryableError(said("circles")));
}

/** The codes of certificates that no known authority has signed. */
const UNTRUSTED = /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|CERT_UNTRUSTED/;

/** Whether a URL uses TLS or leads to this machine: otherwise anybody on the way could change the answer. */
function isSecure({ protocol, hostname }: URL): boolean {
  if (protocol === "https:") return true;
  return protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A download that began with TLS does not go on without it, not even on this machine. */
function redirected(from: string, to: string): string {
  const url = new URL(to, from);
  const downgraded = new URL(from).protocol === "https:" && url.protocol !== "https:";
  if (!isSecure(url) || downgraded) {
    throw failure("leaves_https", { host: new URL(from).host, target: `${url.protocol}//${url.host}` });
  }
  return url.href;
}

/** Throws for the answers that are failures; 404 (no such file) and 416 (no such part) are for the caller. */
function refuse(hub: Hub, { status, headers }: Response, url: string, stop: () => void): void {
  if (status === 404 || status === 416) return;
  stop();
  if (status !== 408 && status !== 429 && status < 500) throw refused(status, url);
  const { host } = new URL(url);
  throw new RetryableError(said("answers", { host, status }), {
    retryAfterMs: retryAfterMs(hub, headers.get("retry-after")),
  });
}

function refused(status: number, url: string): MemoryError {
  const { host, pathname } = new URL(url);
  const step = said(status === 401 || status === 403 ? "model_closed" : "other_mirror");
  return failure("answers_for", { host, status, pathname, step });
}

/** The pause of a `Retry-After` header, which holds seconds or a date. */
function retryAfterMs(hub: Hub, value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - hub.now().getTime());
}

/** The pieces of a body. Throws a RetryableError when the connection is silent for `stallMs` or is cut. */
async function* watched(hub: Hub, response: Response, stop: () => void): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new RetryableError(said("silent"))), hub.stallMs);
      });
      const piece = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (piece.done) return;
      yield piece.value;
    }
  } catch (error) {
    if (error instanceof RetryableError) throw error;
    throw new RetryableError(said("cut_because", { why: reasonTold(error) }));
  } finally {
    stop();
  }
}

function unreachable({ endpoint }: Hub, cause: RetryableError): MemoryError {
  return failure("cannot_download", { endpoint, why: cause.why }, { cause });
}
