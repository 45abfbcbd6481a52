/** Downloading a model from a hub on this machine that is cut, slow, full, closed or wrong. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Progress } from "../../src/embedding/download.ts";
import { modelState, verifyFiles } from "../../src/embedding/model_files.ts";
import type { Files } from "../../src/runtime.ts";
import { MODEL_A, testModelFiles } from "../fixtures/model/generate.ts";
import { COMMIT, cut, send } from "../hub.ts";
import { GRAPH, isGraphStorage, NAME, partOf, scene } from "./hub_scene.ts";
import { fullDisk, testWorld } from "../world.ts";

test("a model is downloaded whole, checked, and recorded with its commit", () =>
  scene(async ({ download, world, folder, hub, graph }) => {
    const steps: Progress[] = [];
    const { status, manifest } = await download({ onProgress: (step) => steps.push(step) });
    assert.equal(status, "downloaded");
    assert.equal(manifest.revision, COMMIT);
    assert.equal(manifest.repository, NAME);
    assert.equal(manifest.graph, GRAPH);
    const recorded = manifest.files.find(({ path }) => path === GRAPH);
    assert.equal(recorded?.sha256, createHash("sha256").update(graph).digest("hex"));
    assert.equal(modelState(world.runtime, folder).status, "ready");
    assert.equal(partOf(folder), undefined);
    const last = steps.at(-1);
    assert.equal(last?.done, last?.total);
    assert.ok((last?.total ?? 0) > graph.length);
    const asked = hub.requests.filter((line) => line.includes("/resolve/") && line.includes(GRAPH));
    assert.ok(asked.length > 0 && asked.every((line) => line.includes(COMMIT)), asked.join());
  }));

test("the hub is not asked for a model that is there", () =>
  scene(async ({ download, hub }) => {
    await download();
    const before = hub.requests.length;
    assert.equal((await download()).status, "exists");
    assert.equal(hub.requests.length, before);
  }));

test("a download cut in the middle goes on where it stopped and ends with the same bytes", () =>
  scene(async ({ download, hub, graph, folder, pauses }) => {
    let cuts = 0;
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body || ++cuts > 3) return false;
      cut(request, response, body, 10_000);
      return true;
    };
    const { manifest } = await download();
    const file = join(folder, manifest.folder, GRAPH);
    assert.deepEqual(new Uint8Array(readFileSync(file)), graph);
    const ranges = hub.requests.filter((line) => line.includes("/storage/") && line.includes("bytes=")).map((line) =>
      Number(/bytes=(\d+)/.exec(line)?.[1])
    );
    assert.equal(ranges.length, 3);
    assert.ok(ranges.every((start, at) => start > (ranges[at - 1] ?? 0)));
    assert.equal(pauses.length, 3);
  }));

test("a download goes on from the part that a killed one left", () =>
  scene(async ({ download, hub, partBytes, world, folder, graph }) => {
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body) return false;
      if (request.headers.range) response.writeHead(503).end();
      else cut(request, response, body, 20_000);
      return true;
    };
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", message: /503/ });
    assert.equal(partBytes(), 20_000);
    assert.equal(modelState(world.runtime, folder).status, "partial");
    hub.misbehave = () => false;
    hub.requests.length = 0;
    const { manifest } = await download();
    assert.ok(hub.requests.some((line) => line.endsWith("bytes=20000-")));
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, manifest.folder, GRAPH))), graph);
  }));

test("a server that can't send parts sends the file from its beginning", () =>
  scene(async ({ download, hub, folder, graph }) => {
    let first = true;
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body) return false;
      if (first) cut(request, response, body, 15_000);
      else response.writeHead(200, { "content-length": String(body.length) }).end(body);
      first = false;
      return true;
    };
    const { manifest } = await download();
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, manifest.folder, GRAPH))), graph);
  }));

test("a download ends with an error when the server starts again after every cut and is always cut", () =>
  scene(async ({ download, hub }) => {
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body) return false;
      response.writeHead(200, { "content-length": String(body.length) });
      response.write(body.subarray(0, 9_000), () => setTimeout(() => request.socket.destroy(), 5));
      return true;
    };
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", message: /cut/ });
  }));

test("a file with the wrong checksum is refused, nothing of it is kept and nothing is recorded", () =>
  scene(async ({ download, hub, folder, world }) => {
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body) return false;
      const wrong = body.slice();
      wrong[1000] = (wrong[1000] ?? 0) ^ 1;
      send(hub, request, response, wrong);
      return true;
    };
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", message: /checksum/ });
    assert.equal(partOf(folder), undefined);
    assert.equal(existsSync(join(folder, "model.json")), false);
    assert.notEqual(modelState(world.runtime, folder).status, "ready");
  }));

test("a wrong part does not make every later download fail", () =>
  scene(async ({ download, hub, folder, graph }) => {
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body) return false;
      cut(request, response, body, request.headers.range ? 0 : 20_000);
      return true;
    };
    await assert.rejects(download());
    const part = partOf(folder) ?? "";
    writeFileSync(part, new Uint8Array(20_000).fill(7));
    hub.misbehave = () => false;
    const { manifest } = await download();
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, manifest.folder, GRAPH))), graph);
  }));

test("a model that the hub does not have is told with its name", () =>
  scene(async ({ download }) => {
    await assert.rejects(download({}, "nobody/nothing"), { code: "MODEL_UNAVAILABLE", message: /nobody\/nothing/ });
  }));

test("a repository without ONNX is refused with that reason", () =>
  scene(async ({ download, hub }) => {
    hub.repositories.get(NAME)?.delete(GRAPH);
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", message: /not as ONNX/ });
  }));

test("429 and 503 are waited for as long as the server asks, seconds or date", () =>
  scene(async ({ download, hub, pauses, world }) => {
    const answers: [number, Record<string, string>][] = [
      [429, { "retry-after": "7" }],
      [503, { "retry-after": new Date(world.runtime.now().getTime() + 20_000).toUTCString() }],
      [503, {}],
    ];
    hub.misbehave = (_request, response) => {
      const next = answers.shift();
      if (next) response.writeHead(next[0], next[1]).end();
      return next !== undefined;
    };
    const notes: string[] = [];
    await download({ onNote: (sentence) => notes.push(sentence.en) });
    assert.deepEqual(pauses, [7_000, 20_000, 4_000]);
    assert.match(notes[0] ?? "", /429; next try in 7 s/);
  }));

test("a server that asks for an hour is not waited for, the person is told", () =>
  scene(async ({ download, hub, pauses }) => {
    hub.misbehave = (_request, response) => {
      response.writeHead(429, { "retry-after": "3600" }).end();
      return true;
    };
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", message: /429/ });
    assert.deepEqual(pauses, []);
  }));

test("a closed model is told as such, without trying again", () =>
  scene(async ({ download, hub, pauses }) => {
    hub.misbehave = (_request, response) => {
      response.writeHead(401).end();
      return true;
    };
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", hint: /not open to everybody/ });
    assert.deepEqual(pauses, []);
  }));

test("redirects to another address of the hub and of the storage are followed, circles are not", () =>
  scene(async ({ download, hub, folder, graph }) => {
    hub.misbehave = (request, response) => {
      if (!request.url?.startsWith("/tests/tiny-bert/")) return false;
      const to = request.url.replace("/tests/tiny-bert/", "/moved/tiny-bert/");
      response.writeHead(307, { location: to, "content-length": "5" }).end();
      return true;
    };
    hub.repositories.set("moved/tiny-bert", testModelFiles(MODEL_A));
    const { manifest } = await download();
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, manifest.folder, GRAPH))), graph);
    hub.misbehave = (request, response) => {
      response.writeHead(302, { location: request.url ?? "" }).end();
      return true;
    };
    await assert.rejects(download({ update: true }), { code: "MODEL_UNAVAILABLE", message: /circles/ });
  }));

test("a slow server is waited for while something comes; a silent one is not", () =>
  scene(async ({ download, hub, folder }) => {
    hub.misbehave = (request, response, body) => {
      if (!isGraphStorage(request.url) || !body) return false;
      response.writeHead(200, { "content-length": String(body.length) });
      let sent = 0;
      const step = Math.ceil(body.length / 8);
      const drip = () => {
        response.write(body.subarray(sent, sent + step));
        sent += step;
        if (sent < body.length) setTimeout(drip, 60);
        else response.end();
      };
      drip();
      return true;
    };
    const { manifest } = await download({ stallMs: 250 });
    assert.ok(existsSync(join(folder, manifest.folder, GRAPH)));
    hub.misbehave = () => true;
    await assert.rejects(download({ stallMs: 30, update: true }), {
      code: "MODEL_UNAVAILABLE",
      message: /does not answer/,
    });
  }));

test("a server that names no commit or checksum is good enough: sizes are checked", () =>
  scene(async ({ download, hub, world, folder }) => {
    hub.misbehave = (request, response, body) => {
      if (body) {
        const isHead = request.method === "HEAD";
        response.writeHead(200, { "content-length": String(body.length) }).end(isHead ? undefined : body);
      } else response.writeHead(404).end();
      return true;
    };
    const { manifest } = await download();
    assert.match(manifest.revision, /^[0-9a-f]{40}$/);
    assert.deepEqual(verifyFiles(world.runtime, join(folder, manifest.folder), manifest), []);
  }));

/** A world whose disk has no room for parts while it is `full`. */
function crampedWorld() {
  const disk = { full: false };
  const files = (real: Files): Files => ({
    ...real,
    write: (path, bytes, options) =>
      (disk.full && path.endsWith(".part") ? fullDisk(real, 1).write : real.write)(path, bytes, options),
  });
  return { disk, world: testWorld({ files }) };
}

test("a full disk ends the download with the next step; the part stays and is used", () => {
  const { disk, world } = crampedWorld();
  return scene(async ({ download, hub, partBytes }) => {
    hub.misbehave = (request) => {
      if (isGraphStorage(request.url)) disk.full = true;
      return false;
    };
    await assert.rejects(download(), { code: "IO_ERROR", hint: /Free some space/ });
    assert.ok(partBytes() > 0);
    disk.full = false;
    hub.misbehave = () => false;
    hub.requests.length = 0;
    assert.equal((await download()).status, "downloaded");
    assert.ok(hub.requests.some((line) => line.includes("bytes=")));
  }, world);
});

test("a full disk leaves the beginning of a large file, and no piece of it twice", () => {
  const { disk, world } = crampedWorld();
  return scene(async ({ download, hub, folder }) => {
    // Several times as large as the buffer that is filled before each write.
    const large = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at) >> 7);
    hub.repositories.set(NAME, new Map(hub.repositories.get(NAME)).set(GRAPH, large));
    hub.misbehave = (request) => {
      if (isGraphStorage(request.url)) disk.full = true;
      return false;
    };
    await assert.rejects(download(), { code: "IO_ERROR" });
    const left = readFileSync(partOf(folder) ?? "");
    assert.ok(left.length > 0 && left.equals(large.subarray(0, left.length)));
  }, world);
});
