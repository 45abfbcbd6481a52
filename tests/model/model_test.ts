/** `memory model`, and the native runtime that the binary unpacks for it, against a hub on this machine. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BINARY, copyBinary, eventually, memoryBox } from "../box.ts";
import { MODEL_A, writeTestModel } from "../fixtures/model/generate.ts";
import { COMMIT, cut, HUB_MODEL, withHub } from "../hub.ts";

const NAME = HUB_MODEL;
const FOLDER = "tests--tiny-bert";

test("the binary downloads a model, runs it with the runtime that it unpacks, and removes it again", () =>
  withHub(async (box, hub, env) => {
    const got = await box.json(["model", "download", "--pin"], { env });
    assert.equal(got.data.download, "downloaded");
    assert.equal(got.data.revision, COMMIT);
    assert.equal(got.data.configured, true);
    assert.equal((await box.json(["model", "download", "--pin"], { env })).data.download, "exists");

    const verified = await box.json(["model", "verify"], { env });
    assert.deepEqual(verified.data, { model: NAME, verified: true, dimensions: MODEL_A.hidden });
    const [runtime = ""] = readdirSync(join(box.home, ".memory", "runtime"));
    assert.match(runtime, /^onnxruntime-\d+\.\d+\.\d+-/);
    assert.deepEqual(readdirSync(box.home).sort(), [".memory", "work"], "a model leaves nothing elsewhere");

    const listed = await box.json(["model", "list"], { env });
    assert.equal(listed.data.models[0].model, NAME);
    assert.equal(listed.data.models[0].status, "ready");
    assert.ok(listed.data.models.some(({ unchecked }: { unchecked?: string }) => unchecked));

    assert.equal((await box.json(["model", "remove"], { env })).data.removed, true);
    assert.equal(existsSync(join(box.home, ".memory", "models", FOLDER)), false);
    const again = await box.run(["model", "remove"], { env });
    assert.equal(again.code, 1);
    assert.ok(hub.requests.length > 0);
  }));

test("progress goes to stderr as plain lines without a terminal, and not at all with --quiet", () =>
  withHub(async (box, _hub, env) => {
    const { stdout, stderr } = await box.run(["--json", "model", "download", "--pin"], { env });
    assert.match(stderr, /tests\/tiny-bert 100 %, .* of .*/);
    assert.doesNotMatch(stderr, /[\r█]/);
    JSON.parse(stdout);
    await box.run(["model", "remove"], { env });
    assert.equal((await box.run(["model", "download", "--pin", "--quiet"], { env })).stderr, "");
  }));

test("two processes at once download a model once", () =>
  withHub(async (box, hub, env) => {
    hub.misbehave = (request, response, body) => {
      if (request.method !== "GET" || !request.url?.startsWith("/storage/") || !body) return false;
      response.writeHead(200, { "content-length": String(body.length) });
      setTimeout(() => response.end(body), 300);
      return true;
    };
    const both = await Promise.all([1, 2, 3].map(() => box.json(["model", "download", "--pin"], { env })));
    assert.deepEqual(both.map(({ data }) => data.download).sort(), ["downloaded", "exists", "exists"]);
    assert.equal(hub.requests.filter((line) => line.startsWith("GET /storage/")).length, 1);
  }));

test("many processes unpack the native runtime at once and all of them run", () =>
  withHub(async (box, _hub, env) => {
    await box.json(["model", "download", "--pin"], { env });
    const all = await Promise.all(Array.from({ length: 6 }, () => box.json(["model", "verify"], { env })));
    assert.ok(all.every(({ data }) => data.verified));
    const [folder = ""] = readdirSync(join(box.home, ".memory", "runtime"));
    const files = readdirSync(join(box.home, ".memory", "runtime", folder));
    assert.equal(files.length, 2, files.join(" "));
  }));

test("a half unpacked runtime library is unpacked anew", () =>
  withHub(async (box, _hub, env) => {
    await box.json(["model", "download", "--pin"], { env });
    await box.json(["model", "verify"], { env });
    const [folder = ""] = readdirSync(join(box.home, ".memory", "runtime"));
    const library = readdirSync(join(box.home, ".memory", "runtime", folder)).find((name) => name.startsWith("lib"));
    const path = join(box.home, ".memory", "runtime", folder, library ?? "");
    const size = statSync(path).size;
    writeFileSync(path, "torn");
    assert.equal((await box.json(["model", "verify"], { env })).data.verified, true);
    assert.equal(statSync(path).size, size);
  }));

test("a download that was killed does not stand in the way of the next one", () =>
  withHub(async (box, hub, env) => {
    let isCut = false;
    hub.misbehave = (request, response, body) => {
      if (request.method !== "GET" || !request.url?.startsWith("/storage/") || !body || isCut) return false;
      response.writeHead(200, { "content-length": String(body.length) });
      response.write(body.subarray(0, 30_000));
      isCut = true;
      return true;
    };
    const child = spawn(BINARY, ["model", "download", "--pin"], { env: { HOME: box.home, ...env }, cwd: box.project });
    const part = () =>
      (readdirSync(join(box.home, ".memory"), { recursive: true }) as string[]).find((file) => file.endsWith(".part"));
    assert.ok(await eventually(() => isCut), "the download never began");
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("close", resolve));
    // By chance some bytes were written. That a download goes on from them is tested in embedding/download_test.ts.
    hub.misbehave = () => false;
    assert.equal((await box.json(["model", "download", "--pin"], { env })).data.download, "downloaded");
    assert.equal(part(), undefined);
  }));

test("a wrong checksum, a missing model, a closed hub and MEMORY_OFFLINE end with exit 4 and what to do", () =>
  withHub(async (box, hub, env) => {
    const offline = await box.run(["--json", "model", "download", "--pin"], { env: { ...env, MEMORY_OFFLINE: "1" } });
    assert.equal(offline.code, 4);
    assert.equal(JSON.parse(offline.stdout).error.code, "MODEL_UNAVAILABLE");
    assert.deepEqual(hub.requests, []);

    const missing = await box.run(["model", "download", "nobody/nothing", "--pin"], { env });
    assert.equal(missing.code, 4);
    assert.match(missing.stderr, /has no model nobody\/nothing/);

    const nonsense = await box.run(["model", "download", "no model"], { env });
    assert.equal(nonsense.code, 2);

    let cuts = 0;
    hub.misbehave = (request, response, body) => {
      if (!request.url?.startsWith("/storage/") || !body) return false;
      const wrong = body.slice().fill(0, 100, 200);
      if (cuts++ === 0) cut(request, response, wrong, 500);
      else response.writeHead(200, { "content-length": String(wrong.length) }).end(wrong);
      return true;
    };
    const wrong = await box.run(["model", "download", "--pin"], { env });
    assert.equal(wrong.code, 4);
    assert.match(wrong.stderr, /checksum/);
    assert.equal((await box.json(["model", "list"], { env })).data.models[0].status, "partial");
  }));

test("a damaged model is found by verify and mended by a download with --update", () =>
  withHub(async (box, _hub, env) => {
    const { data } = await box.json(["model", "download", "--pin"], { env });
    const graph = join(data.folder, COMMIT.slice(0, 12), "onnx", "model_quantized.onnx");
    const bytes = readFileSync(graph);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(graph, bytes);
    const found = await box.run(["model", "verify"], { env });
    assert.equal(found.code, 4);
    assert.match(found.stderr, /checksum differs/);
    assert.equal((await box.json(["model", "download", "--update"], { env })).data.download, "downloaded");
    assert.equal((await box.json(["model", "verify"], { env })).data.verified, true);
  }));

test("the proxy of the environment is used", () =>
  withHub(async (box, hub, env) => {
    const seen: string[] = [];
    const proxy = createServer((incoming, outgoing) => {
      seen.push(incoming.url ?? "");
      const forwarded = httpRequest(
        incoming.url ?? "",
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const viaProxy = { ...env, HTTP_PROXY: address, http_proxy: address };
    assert.equal((await box.json(["model", "download", "--pin"], { env: viaProxy })).data.download, "downloaded");
    proxy.closeAllConnections();
    proxy.close();
    assert.ok(seen.some((url) => url.startsWith(hub.endpoint)));
  }));

test("a project's own settings can't point to a model file that came with the repository, unless it is trusted", async () => {
  const box = memoryBox();
  const model = join(box.project, "model");
  writeTestModel(model, MODEL_A);
  box.write("config.json", JSON.stringify({ embedding: { model } }));
  const untrusted = await box.json(["model", "list"]);
  assert.notEqual(untrusted.data.models[0].model, model);
  mkdirSync(join(box.home, ".memory"), { recursive: true });
  writeFileSync(join(box.home, ".memory", "config.json"), JSON.stringify({ trusted_projects: [box.project] }));
  const trusted = await box.json(["model", "list"]);
  assert.equal(trusted.data.models[0].model, model);
  assert.equal((await box.json(["model", "verify", "--pin"])).data.verified, true);
  const remove = await box.run(["model", "remove"]);
  assert.equal(remove.code, 2);
  assert.ok(existsSync(model));
});

test("the binary runs a model alone in an empty folder: nothing but itself is needed", () =>
  withHub(async (box, _hub, env) => {
    await box.json(["model", "download", "--pin"], { env });
    const alone = join(dirname(box.home), "alone", "memory");
    copyBinary(alone);
    const child = spawn(alone, ["model", "verify"], { env: { HOME: box.home, ...env }, cwd: dirname(alone) });
    const code = await new Promise((resolve) => child.on("close", resolve));
    rmSync(dirname(alone), { recursive: true });
    assert.equal(code, 0);
  }));

test("behind a proxy that opens TLS connections a download is not tried again, and tells how to trust its certificate", async () => {
  const tls = new URL("../fixtures/tls/", import.meta.url);
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => readFileSync(new URL(name, tls)));
  const server = createTlsServer({ key, cert }, (_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const box = memoryBox();
    const env = { HF_ENDPOINT: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const { error } = await box.json(["model", "download"], { env });
    assert.match(error.message, /^The certificate of 127\.0\.0\.1:\d+ is not trusted/);
    assert.match(error.hint, /NODE_EXTRA_CA_CERTS=/);
    assert.doesNotMatch(error.hint, /again|mirror/);
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: fileURLToPath(new URL("cert.pem", tls)) };
    assert.match((await box.json(["model", "download"], { env: trusting })).error.message, /has no model/);
  } finally {
    server.close();
  }
});
