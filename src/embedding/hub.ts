/**
 * In: repository, revision, file. Out: what the hub says of the file, and its bytes from any offset.
 * Not done here: the disk (transfer.ts), which files to ask for (download.ts).
 *
 * The hub's protocol: `GET|HEAD {endpoint}/{repository}/resolve/{revision}/{file}`. A large file answers with a
 * redirect whose headers X-Linked-ETag (its SHA-256) and X-Linked-Size describe it; a small one with itself and git's
 * blob hash as ETag. X-Repo-Commit names the commit. Proxies come from the environment, which `fetch` reads itself.
 */
import { type Hub, Passing, refused, request, watched, withTries } from "./hub_request.ts";
import type { PinnedFile } from "./pins.ts";

/** A file as the hub describes it. */
export interface RemoteFile {
  readonly url: string;
  readonly path: string;
  /** Bytes, when the server tells. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /** Git's hash of the file, for small files. */
  readonly gitHash: string | undefined;
  readonly etag: string;
  readonly commit: string | undefined;
  /** The checksum that it has to have, whatever the hub says. */
  readonly pinned?: PinnedFile;
}

/** What the hub knows of a file; undefined when it has no such file. Throws MODEL_UNAVAILABLE. */
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
    const etag = bare(headers.get("x-linked-etag") ?? headers.get("etag") ?? "");
    const size = Number(headers.get("x-linked-size") ?? headers.get("content-length") ?? NaN);
    return {
      url,
      path,
      size: Number.isFinite(size) ? size : undefined,
      sha256: /^[0-9a-f]{64}$/.test(etag) ? etag : undefined,
      gitHash: /^[0-9a-f]{40}$/.test(etag) ? etag : undefined,
      etag,
      // It becomes the name of a folder.
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
  if (response.status === 416) {
    throw new Passing(
      { en: "the server has no such part of the file", zh: "服务器没有文件的这一部分" },
      { isWrongPart: true },
    );
  }
  if (!response.ok) throw refused(response.status, url);
  const from = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (response.status === 206 && Number(from) !== start) {
    throw new Passing(
      { en: "the server sent another part of the file", zh: "服务器发来了文件的另一部分" },
      { isWrongPart: true },
    );
  }
  return { body: watched(hub, response, stop), whole: response.status !== 206 };
}

/** HEAD, or GET without its body where a server knows no HEAD; with the `X-` headers of the hops before the answer. */
async function describe(hub: Hub, url: string): Promise<{ status: number; headers: Headers }> {
  for (const method of ["HEAD", "GET"]) {
    const seen = new Headers();
    const collect = (hop: Headers) => {
      for (const [name, value] of hop) if (name.startsWith("x-")) seen.set(name, value);
      // The hub has said everything; what the redirect's target would say is about its own storage.
      return hop.has("x-linked-etag");
    };
    const { response, stop } = await request(hub, url, { method, headers: { "accept-encoding": "identity" } }, collect);
    stop();
    if (response.status === 405 || response.status === 501) continue;
    for (const name of ["etag", "content-length"]) {
      const value = response.headers.get(name);
      if (response.ok && value !== null) seen.set(name, value);
    }
    return { status: response.status, headers: seen };
  }
  throw new Passing({ en: "the server refuses to say what it has", zh: "服务器拒绝说明有哪些文件" });
}

/** `W/"abc"` → `abc`. */
function bare(etag: string): string {
  return etag.replace(/^W\//, "").replaceAll('"', "");
}
