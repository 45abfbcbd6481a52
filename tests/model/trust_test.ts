/** Only listed models are run, and models that the person has pinned, unchanged. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";
import { MODEL_A, MODEL_B, testModelFiles, writeTestModel } from "../fixtures/model/generate.ts";
import { HUB_MODEL, localHub, withHub } from "../hub.ts";

const NAME = HUB_MODEL;
const GRAPH = "onnx/model_quantized.onnx";

async function refused(box: Box, words: readonly string[], env: Record<string, string>, reason: RegExp): Promise<void> {
  const { code, stdout, stderr } = await box.run(["--json", ...words], { env });
  assert.equal(code, 4, stderr);
  assert.equal(JSON.parse(stdout).error.code, "MODEL_UNAVAILABLE");
  assert.match(stderr, reason);
  assert.match(stderr, /^hint: /m);
}

/** Changes a byte in the middle of a file, and sets its times back. */
function tamper(file: string): void {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

test("an unlisted model is refused without a request until the person pins it; later only the pinned files are accepted", () =>
  withHub(async (box, hub, env) => {
    await refused(box, ["model", "download"], env, /Nobody vouches for the model tests\/tiny-bert[^]*--pin/);
    assert.match((await box.json(["init"], { env })).data.model.reason, /Nobody vouches/);
    assert.deepEqual(hub.requests, []);
    assert.equal((await box.json(["model", "download", "--pin"], { env })).data.download, "downloaded");
    assert.equal((await box.json(["model", "download", "--update"], { env })).data.download, "exists");
    await box.json(["model", "remove"], { env });
    assert.equal((await box.json(["model", "download"], { env })).data.download, "downloaded");

    hub.commit = "fedcba9876543210fedcba9876543210fedcba98";
    hub.repositories.set(NAME, testModelFiles(MODEL_B));
    await refused(box, ["model", "download", "--update"], env, /not the one that is pinned[^]*--update --pin/);
    assert.equal((await box.json(["model", "verify"], { env })).data.verified, true);
    assert.equal((await box.json(["model", "download", "--update", "--pin"], { env })).data.download, "downloaded");
    assert.equal((await box.json(["model", "verify"], { env })).data.verified, true);
  }));

test("a downloaded file that was changed is not run, though its size and time are as before", () =>
  withHub(async (box, _hub, env) => {
    const { data } = await box.json(["model", "download", "--pin"], { env });
    await box.json(["save", "fact", "--content", "flush the redis cache"], { env });
    await box.json(["sync", "--embed"], { env });
    assert.equal((await box.json(["search", "缓存"], { env })).method, "hybrid");
    tamper(join(data.folder, data.revision.slice(0, 12), GRAPH));
    const found = await box.json(["search", "缓存", "--explain"], { env });
    assert.equal(found.method, "fts");
    assert.match(JSON.stringify(found), /is not the one that was pinned/);
  }));

test("a person's own folder has to be pinned once; a file that changes or is added later is refused until it is pinned", async () => {
  const box = memoryBox();
  const folder = join(box.home, "it's mine");
  writeTestModel(folder, MODEL_A);
  const env = { MEMORY_EMBEDDING_MODEL: folder };
  await refused(box, ["model", "verify"], env, /Nobody vouches[^]*memory model verify '\S*it'\\''s mine' --pin/);
  assert.equal((await box.json(["model", "verify", "--pin"], { env })).data.verified, true);
  assert.equal((await box.json(["model", "verify"], { env })).data.verified, true);
  for (const change of [() => tamper(join(folder, GRAPH)), () => writeFileSync(join(folder, "config.json"), "{}")]) {
    change();
    await refused(box, ["model", "verify"], env, /is not the one that was pinned[^]*--pin/);
    const doctor = await box.run(["doctor", "--json"], { env });
    assert.doesNotMatch(doctor.stdout, /its files are as downloaded/);
    writeTestModel(folder, MODEL_A);
    await box.json(["model", "verify", "--pin"], { env });
  }
});

test("no model comes over http but from this machine, and a redirect does not leave https", async () => {
  const hub = await localHub();
  hub.repositories.set(NAME, testModelFiles(MODEL_A));
  const box = memoryBox();
  const words = ["model", "download", NAME, "--pin"];
  // This machine by an address that is not known to be local.
  await refused(box, words, { HF_ENDPOINT: hub.endpoint.replace("127.0.0.1", "0.0.0.0") }, /is not https/);
  assert.deepEqual(hub.requests, []);
  hub.misbehave = (request, response) => {
    const to = `${hub.endpoint.replace("127.0.0.1", "0.0.0.0")}${request.url}`;
    response.writeHead(302, { location: to }).end();
    return true;
  };
  await refused(box, words, { HF_ENDPOINT: hub.endpoint }, /redirects to http:\/\/0\.0\.0\.0/);
  hub.misbehave = () => false;
  hub.requests.length = 0;

  const [key, cert] = [join(box.home, "key.pem"), join(box.home, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    cert,
    ...subject,
  ];
  if (spawnSync("openssl", made).status === 0) {
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      response.writeHead(302, { location: `${hub.endpoint}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const env = { HF_ENDPOINT: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: cert };
    await refused(box, words, env, /localhost:\d+ redirects to http:\/\/127\.0\.0\.1/);
    server.closeAllConnections();
    server.close();
    assert.deepEqual(hub.requests, [], "not even this machine, once it began over TLS");
  }
  await hub.close();
  assert.equal(existsSync(join(box.home, ".memory", "models", "tests--tiny-bert", "model.json")), false);
});

test("a model larger than any that a laptop runs is refused before it is fetched, or when it has grown to that", () =>
  withHub(async (box, hub, env) => {
    hub.misbehave = (request, response, body) => {
      if (!body || !request.url?.includes("/resolve/") || !request.url.endsWith(".onnx")) return false;
      const large = { "x-linked-size": String(5 * 2 ** 30), "x-linked-etag": `"${"0".repeat(64)}"` };
      response.writeHead(302, { location: "/storage/x", ...large }).end();
      return true;
    };
    await refused(box, ["model", "download", "--pin"], env, /larger than 4294967296 bytes/);
    // A server that tells no size and sends without end.
    hub.misbehave = (request, response) => {
      if (!request.url?.endsWith("/tokenizer.json")) return false;
      response.writeHead(200, { "transfer-encoding": "chunked" });
      if (request.method === "HEAD") return Boolean(response.end());
      const piece = new Uint8Array(4 * 2 ** 20).fill(32);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      more();
      return true;
    };
    await refused(box, ["model", "download", "--pin"], env, /larger than 67108864 bytes/);
  }));
