/**
 * Makes a release: every target's archive, the installers, checksums, the list of components and their licences.
 *
 *   deno task release                              all targets → dist/release
 *   deno task release --target linux-x64 --out DIR   one or several, comma separated
 *   deno task release --home URL                   where these files will be published; the installers learn it
 *
 * The same sources and lock file give the same bytes, wherever and whenever this runs.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { VERSION } from "../src/version.ts";
import { type Item, tarGz, zip } from "./archive.ts";
import { compile, ROOT, TARGETS } from "./compile.ts";
import { verifySignature } from "./macho.ts";
import { billOfMaterials, embeddedComponents, licencesText } from "./embedded.ts";

/**
 * Where releases are published; `deno task docs` writes it into the installers and the pages. The public home is not
 * settled: `.example` is nobody's, and `--home` gives each release the address that it is really published at.
 */
export const RELEASES = "https://memory.example/releases";

/** What a bare machine should have to fetch at most: our own target. */
const LARGEST_ARCHIVE_BYTES = 75_000_000;
const BEST = 9;
const LICENCES = "THIRD_PARTY_LICENCES.txt";

/** What to build, and for where. */
interface ReleaseOptions {
  readonly targets: readonly string[];
  readonly out: string;
  /** Where the files will be published; RELEASES unless told. */
  readonly home?: string;
  /** The git working tree whose tags are asked; this one unless told. */
  readonly root?: string;
  /** Compression, 1–9: tests are in a hurry, releases are not. */
  readonly level?: number;
}

/** Fills `out`, which is emptied first. Throws when the tag and the version differ or an archive is too large. */
export function release({ targets, out, home = RELEASES, level = BEST, root = ROOT }: ReleaseOptions): void {
  refuseOtherTag(root);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const components = embeddedComponents();
  const licences = licencesText(components);
  for (const target of targets) {
    const { name, bytes } = archive(target, out, licences, level);
    if (level === BEST && bytes.length > LARGEST_ARCHIVE_BYTES) {
      throw new Error(`${name} has ${megabytes(bytes)}, more than ${LARGEST_ARCHIVE_BYTES / 1e6} MB`);
    }
    writeFileSync(join(out, name), bytes);
    console.log(`${name.padEnd(30)} ${megabytes(bytes)}`);
  }
  writeFileSync(join(out, LICENCES), licences);
  writeFileSync(join(out, "sbom.cdx.json"), billOfMaterials(components));
  for (const script of ["install.sh", "install.ps1"]) {
    writeFileSync(join(out, script), readFileSync(join(ROOT, script), "utf8").replaceAll(RELEASES, home));
  }
  writeFileSync(join(out, "checksums.txt"), checksums(out));
}

function archive(target: string, out: string, licences: string, level: number): { name: string; bytes: Uint8Array } {
  const forWindows = target.startsWith("windows");
  const file = forWindows ? "memory.exe" : "memory";
  const binary = join(out, file);
  compile(target, binary);
  const bytes = readFileSync(binary);
  rmSync(binary);
  // macOS kills a program whose signature does not fit, without a word.
  if (target.startsWith("darwin")) verifySignature(bytes);
  const text = (name: string, words: string): Item => ({ name, bytes: new TextEncoder().encode(words) });
  const items: Item[] = [
    { name: file, bytes, executable: true },
    text("LICENSE", readFileSync(join(ROOT, "LICENSE"), "utf8")),
    text(LICENCES, licences),
  ];
  return forWindows
    ? { name: `memory-${target}.zip`, bytes: zip(items, level) }
    : { name: `memory-${target}.tar.gz`, bytes: tarGz(items, level) };
}

/** A commit that carries a version's tag must be that version. */
function refuseOtherTag(root: string): void {
  let tags = "";
  try {
    tags = execFileSync("git", ["tag", "--points-at", "HEAD"], { cwd: root, encoding: "utf8", stdio: "pipe" });
  } catch {
    // Sources without git: nothing can be tagged.
  }
  const versions = tags.split("\n").filter((tag) => /^v\d/.test(tag));
  if (versions.length > 0 && !versions.includes(`v${VERSION}`)) {
    throw new Error(`This commit is tagged ${versions.join(", ")}, but src/version.ts says ${VERSION}`);
  }
}

/** What `sha256sum --check` reads. */
function checksums(folder: string): string {
  const sum = (name: string) => createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
  return readdirSync(folder).sort().map((name) => `${sum(name)}  ${name}\n`).join("");
}

function megabytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1e6).toFixed(1)} MB`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: { target: { type: "string" }, out: { type: "string" }, home: { type: "string" } },
  });
  release({
    targets: values.target === undefined || values.target === "all" ? Object.keys(TARGETS) : values.target.split(","),
    out: values.out ?? join(ROOT, "dist", "release"),
    ...values.home ? { home: values.home } : {},
  });
}
