/** A project set up as a person would, and doctor asked about it. */
import { type Box, type Json, memoryBox, type RunOptions } from "./box.ts";

export interface DoctorBox extends Box {
  /** What doctor says, each check under its id. */
  doctor(words?: readonly string[], options?: RunOptions): Promise<Diagnosed>;
}

interface Diagnosed {
  readonly data: Json;
  readonly of: Readonly<Record<string, { status: string; detail: string; next_step?: string; name: string }>>;
  /** The ids of checks that do not pass; the model aside, which nobody has downloaded. */
  readonly bad: readonly string[];
  /** The ids of what was mended. */
  readonly fixed: readonly string[];
}

/** An initialised project with one fact that is indexed. */
export async function doctorBox(): Promise<DoctorBox> {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--project-path", box.project, "--skip-model"]);
  await box.json(["save", "fact", "--content", "We use Redis, TTL 300"]);
  await box.json(["search", "Redis"]);
  return asDoctorBox(box);
}

export function asDoctorBox(box: Box): DoctorBox {
  return {
    ...box,
    async doctor(words = [], options = {}) {
      const { data } = await box.json(["doctor", ...words], options);
      const entries: [string, Diagnosed["of"][string]][] = data.checks.map((check: Json) => [check.id, check]);
      const bad = entries.filter(([id, { status }]) => status !== "pass" && id !== "model_cache").map(([id]) => id);
      return { data, of: Object.fromEntries(entries), bad, fixed: (data.fixed ?? []).map(({ id }: Json) => id) };
    },
  };
}

/** A fact as a line. */
export function line(id: string, more: object = {}): string {
  const fact = { id, type: "fact", memory_type: "W", content: `Fact ${id}`, entities: [], confidence: 0.8 };
  return `${JSON.stringify({ ...fact, timestamp: "2026-02-18T09:00:00.000Z", ...more })}\n`;
}
