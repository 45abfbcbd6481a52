/**
 * In: the material of a session's start. Out: the part of it that is new to a session that is resumed, or to the reader
 * of an older text.
 * Not done here: the text itself (start.ts).
 *
 * @module
 */
import type { RecordId, SessionId } from "../records/ids.ts";
import { legible, neutralise } from "../text/legible.ts";
import type { Context } from "./frame.ts";
import { conventionLine, factLine, sessionLines, type StartMaterial, substanceOf, todoLine } from "./start.ts";

/** A session that is resumed: it replays the records that it was given before. */
interface Replayed {
  readonly session: SessionId;
  /** When it was last given a record, ISO 8601; undefined if it never was. */
  readonly toldAt: (id: RecordId) => string | undefined;
  /** Whether the core memory is still the one that it was given. */
  readonly sameCore: boolean;
}

/** The material that a resumed session was not given, or that was reworded since; without its own summary. */
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

/** The material that is in a context and not in an older text of its kind, whose reader must still be told of it. */
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
