/**
 * What a binary holds that is not ours: found in the bundle itself and in the list of native libraries, so that the
 * list of components and their licences can't fall behind the code.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { System } from "../src/native.ts";
import { VERSION } from "../src/version.ts";
import { compilerPath, nativeFilesOf, ROOT, TARGETS } from "./compile.ts";
import { DICTIONARY_PACKAGE } from "./han_table.ts";

/** A part that others made. */
interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, from the package. */
  readonly licence: string;
  readonly homepage?: string;
  /** The text that must go with it. */
  readonly notice: string;
}

/** Components whose package carries no licence text: ours stands in `licences/`. */
const OWN_NOTICES: readonly (readonly [pattern: RegExp, file: string])[] = [
  [/^bun$/, "bun.txt"],
  [/^onnxruntime-/, "onnxruntime.txt"],
  [/^sqlite-vec-/, "sqlite-vec.txt"],
];
/** What a table of ours was made of: no file of the package is in the bundle. */
const TABLE_SOURCE: Component = {
  name: DICTIONARY_PACKAGE.name,
  version: DICTIONARY_PACKAGE.version,
  licence: "Apache-2.0",
  homepage: "https://github.com/BYVoid/OpenCC",
  notice: readFileSync(join(ROOT, "licences", "opencc.txt"), "utf8").trim(),
};
/** Full texts that the notices refer to. */
const FULL_TEXTS = ["MIT", "Apache-2.0", "LGPL-2.0", "LGPL-2.1", "MPL-2.0"];

/** Every component of any target's binary, by name. Throws when one has no licence text: nothing ships without. */
export function embeddedComponents(): Component[] {
  const natives = Object.keys(TARGETS).flatMap((target) => nativeFilesOf(target.replace("windows", "win32") as System));
  const paths = [...bundledPaths(), ...natives.map((file) => `node_modules/${file}`), "node_modules/bun/package.json"];
  const folders = new Set(paths.map(packageFolder).filter((folder) => folder !== undefined));
  const found = [...[...folders].map(readComponent), TABLE_SOURCE];
  const components = new Map(found.map((component) => [component.name, component]));
  return [...components.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The files that the bundler takes in, as paths from the root. */
function bundledPaths(): string[] {
  const folder = mkdtempSync(join(tmpdir(), "memory-bundle-"));
  try {
    const report = join(folder, "meta.json");
    const args = ["build", "main.ts", "--target=bun", `--outdir=${folder}`, `--metafile=${report}`];
    const { status, stderr } = spawnSync(compilerPath(), args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new Error(`Bundling failed:\n${stderr}`);
    return Object.keys((JSON.parse(readFileSync(report, "utf8")) as { inputs: object }).inputs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `node_modules/.deno/x@1/node_modules/@a/b/lib/c.js` → `node_modules/.deno/x@1/node_modules/@a/b`. */
function packageFolder(path: string): string | undefined {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

function readComponent(folder: string): Component {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
  const { name, version, license = "", repository } = manifest;
  const address = manifest.homepage ?? (typeof repository === "string" ? repository : repository?.url);
  const homepage = address?.replace(/^git\+/, "").replace(/\.git$/, "");
  return { name, version, licence: spdx(license), ...homepage ? { homepage } : {}, notice: noticeOf(folder, name) };
}

/** "MIT OR Apache" is no SPDX expression, but packages say it. */
function spdx(licence: string): string {
  return licence.replace(/\bApache$/, "Apache-2.0");
}

function noticeOf(folder: string, name: string): string {
  const own = OWN_NOTICES.find(([pattern]) => pattern.test(name))?.[1];
  const files = readdirSync(join(ROOT, folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const paths = own ? [join(ROOT, "licences", own)] : files.map((file) => join(ROOT, folder, file));
  if (paths.length === 0) throw new Error(`${name} carries no licence text; add one to licences/ and name it here`);
  return paths.map((path) => readFileSync(path, "utf8").trim()).join("\n\n");
}

/** THIRD_PARTY_LICENCES.txt: each component with its notice, then the full texts they refer to. */
export function licencesText(components: readonly Component[]): string {
  const line = "=".repeat(78);
  const section = (title: string, text: string) => `${line}\n${title}\n${line}\n\n${text.trim()}\n`;
  const texts = FULL_TEXTS.map((name) => join(ROOT, "licences", `${name}.txt`)).filter(existsSync);
  return [
    `memory ${VERSION} is one file. These are the works of others in it.\n`,
    ...components.map(({ name, version, licence, homepage, notice }) =>
      section([`${name} ${version}`, licence, homepage].filter(Boolean).join(" · "), notice)
    ),
    ...texts.map((path, at) => section(`Text of ${FULL_TEXTS[at]}`, readFileSync(path, "utf8"))),
  ].join("\n");
}

/** The software bill of materials, CycloneDX 1.6. Hashes are npm's, from the lock file. */
export function billOfMaterials(components: readonly Component[]): string {
  const lock = JSON.parse(readFileSync(join(ROOT, "deno.lock"), "utf8")) as {
    npm: Record<string, { integrity?: string }>;
  };
  const entry = ({ name, version, licence, homepage }: Component) => {
    const integrity = lock.npm[`${name}@${version}`]?.integrity?.replace(/^sha512-/, "");
    const reference = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return {
      type: "library",
      "bom-ref": reference,
      name,
      version,
      licenses: [{ expression: licence }],
      ...integrity ? { hashes: [{ alg: "SHA-512", content: Buffer.from(integrity, "base64").toString("hex") }] } : {},
      purl: reference,
      ...homepage ? { externalReferences: [{ type: "website", url: homepage }] } : {},
    };
  };
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", name: "memory", version: VERSION, licenses: [{ expression: "MIT" }] },
    },
    components: components.map(entry),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
