/** A model hub on this machine that answers as the real one does, and misbehaves on demand. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Box, memoryBox } from "./box.ts";
import { MODEL_A, testModelFiles } from "./fixtures/model/generate.ts";

export interface LocalHub {
  readonly endpoint: string;
  /** `GET /a/b/resolve/main/tokenizer.json bytes=10-` of every request, in order. */
  readonly requests: string[];
  /** Repository → its files. */
  readonly repositories: Map<string, Map<string, Uint8Array>>;
  commit: string;
  /** Asked first for every request; true when it has answered. */
  misbehave: (request: IncomingMessage, response: ServerResponse, body: Uint8Array | undefined) => boolean;
  close(): Promise<void>;
}

const LARGE_FILE = /\.onnx(_data)?$/;
export const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** Starts a hub on a free port of this machine. */
export async function localHub(): Promise<LocalHub> {
  const server = createServer((request, response) => answer(hub, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hub: LocalHub = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    repositories: new Map(),
    commit: COMMIT,
    misbehave: () => false,
    close: () => close(server),
  };
  return hub;
}

/** The model that the hub of `withHub` offers. */
export const HUB_MODEL = "tests/tiny-bert";

/** A box beside a hub with one model, which the environment given to the body names. */
export async function withHub(
  body: (box: Box, hub: LocalHub, env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const hub = await localHub();
  hub.repositories.set(HUB_MODEL, testModelFiles(MODEL_A));
  try {
    await body(memoryBox(), hub, { HF_ENDPOINT: hub.endpoint, MEMORY_EMBEDDING_MODEL: HUB_MODEL });
  } finally {
    await hub.close();
  }
}

function answer(hub: LocalHub, request: IncomingMessage, response: ServerResponse): void {
  const url = decodeURIComponent(request.url ?? "");
  hub.requests.push([request.method, url, request.headers.range].filter(Boolean).join(" "));
  const stored = /^\/storage\/([^/]+\/[^/]+)\/(.+)$/.exec(url);
  const resolved = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(url);
  const [repository = "", path = ""] = stored ? [stored[1], stored[2]] : [resolved?.[1], resolved?.[3]];
  const known = resolved === null || resolved[2] === "main" || resolved[2] === hub.commit;
  const body = known ? hub.repositories.get(repository)?.get(path) : undefined;
  if (hub.misbehave(request, response, body)) return;
  if (body === undefined) {
    return void response.writeHead(404, { "x-error-code": "EntryNotFound" }).end("Entry not found");
  }
  if (resolved && LARGE_FILE.test(path)) {
    response.writeHead(302, {
      location: `/storage/${repository}/${path}`,
      "x-linked-etag": `"${createHash("sha256").update(body).digest("hex")}"`,
      "x-linked-size": String(body.length),
      "x-repo-commit": hub.commit,
      "content-length": "0",
    }).end();
    return;
  }
  send(hub, request, response, body);
}

/** The file or the range of it that was asked for. */
export function send(hub: LocalHub, request: IncomingMessage, response: ServerResponse, body: Uint8Array): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  if (start > 0 && start >= body.length) return void response.writeHead(416).end();
  const git = createHash("sha1").update(`blob ${body.length}\0`).update(body).digest("hex");
  response.writeHead(start > 0 ? 206 : 200, {
    etag: `"${git}"`,
    "content-length": String(body.length - start),
    "x-repo-commit": hub.commit,
    ...start > 0 ? { "content-range": `bytes ${start}-${body.length - 1}/${body.length}` } : {},
  });
  response.end(request.method === "HEAD" ? undefined : body.subarray(start));
}

/** Announces the whole file, sends `bytes` of it and drops the connection. */
export function cut(request: IncomingMessage, response: ServerResponse, body: Uint8Array, bytes: number): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  response.writeHead(start > 0 ? 206 : 200, {
    "content-length": String(body.length - start),
    ...start > 0 ? { "content-range": `bytes ${start}-${body.length - 1}/${body.length}` } : {},
  });
  response.write(body.subarray(start, start + bytes), () => setTimeout(() => request.socket.destroy(), 20));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
