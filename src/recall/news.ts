/**
 * In: what a session may start with. Out: what of it is news to whoever was told before: a session that is resumed, the
 * reader of an older text.
 * Not done here: how it reads (start.ts).
 *
 * @module
 */
import type { RecordId, SessionId } from "../records/ids.ts";
import { legible, neutralise } from "../text/legible.ts";
import type { Context } from "./frame.ts";
import { conventionLine, factLine, sessionLines, type StartMaterial, substanceOf, todoLine } from "./start.ts";

/** What a session knows that is resumed, and so replays what it was given before. */
interface Replayed {
  readonly session: SessionId;
  /** When a record was given to it last, ISO 8601; undefined if it never was. */
  readonly toldAt: (id: RecordId) => string | undefined;
  /** The core memory is still the one that it was given. */
  readonly sameCore: boolean;
}

/** What is new to a resumed session: what it was not given, or what was reworded since. Its own summary is not. */
export function onlyNew(material: StartMaterial, { session, toldAt, sameCore }: Replayed): StartMaterial {
  const { core, conventions, facts, todos, lastSession } = material;
  const isNew = ({ id, changed }: { readonly id: RecordId; readonly changed?: string | undefined }) => {
    const told = toldAt(id);
    return told === undefined || (changed !== undefined && Date.parse(changed) > Date.parse(told));
  };
  return {
    core: sameCore ? [] : core,
    conventions: conventions.filter(isNew),
    facts: facts.filter(isNew),
    todos: todos.filter((each) => each.session !== session && toldAt(each.id) === undefined),
    lastSession: lastSession && lastSession.session_id !== session && isNew(lastSession) ? lastSession : undefined,
  };
}

/** What is in a context and not in an older text of its kind: what a reader of that text must still be told. */
export function newSince(text: string, material: StartMaterial, { conventions, notes }: Context): StartMaterial {
  const now = `${conventions}\n${notes}\n`;
  const isNew = (lines: readonly string[]) =>
    lines.some((line) => now.includes(`${legible(line)}\n`) && !text.includes(`${neutralise(line)}\n`));
  const { core, lastSession } = material;
  return {
    core: core.filter(({ text }) => isNew(substanceOf(text).split("\n"))),
    conventions: material.conventions.filter((each) => isNew([conventionLine(each)])),
    facts: material.facts.filter((each) => isNew([factLine(each)])),
    todos: material.todos.filter((each) => isNew([todoLine(each)])),
    lastSession: lastSession && isNew(sessionLines(lastSession)) ? lastSession : undefined,
  };
}
