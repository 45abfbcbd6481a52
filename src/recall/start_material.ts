/** All that a session's start may tell, before it is fitted into a budget. */
import type { RecordId, SessionId } from "../records/ids.ts";
import type { Fact, Layer, SessionSummary } from "../records/mod.ts";
import type { Said } from "./precedence.ts";

/** A rule that the agent should know from the first prompt on. */
export interface Convention {
  readonly id: RecordId;
  /** Its name in the context; undefined: its id. */
  readonly name?: string;
  readonly text: string;
  /** Whether the user stated it; false for rules that a team shared, an import brought or a capture guessed. */
  readonly stated: boolean;
  /** When it was saved, ISO 8601. */
  readonly timestamp?: string;
  /** When it got its wording, ISO 8601. */
  readonly changed?: string;
  /** The same by the person's clock: of two that contradict each other the newer is to be followed. */
  readonly day?: string;
  /** Absent: the project's. */
  readonly layer?: Layer;
  /** The end of the id of a record that contradicts it and goes before it. */
  readonly otherwise?: string;
  readonly isOthers?: boolean;
  /** Absent: it is a fact of type O. */
  readonly isNote?: boolean;
  /** It says itself at which tool calls it is told. */
  readonly isAwaiting?: boolean;
}

interface CoreText {
  readonly text: string;
  /** Whether it is this user's; false for a file that git tracks. */
  readonly stated: boolean;
}

interface Dated extends Pick<Convention, "changed"> {
  /** When it was saved, by the person's clock. */
  readonly day: string;
}

export interface StartTodo extends Pick<Convention, "isOthers"> {
  /** Made of its text (`todoId`). */
  readonly id: RecordId;
  readonly todo: string;
  /** The day of its session, by the person's clock. */
  readonly day: string;
  readonly session: SessionId | undefined;
}

/** More to-dos bury each other; the line behind them says how to see all. */
export const TODOS_MAX = 8;

/** The session to go on with. */
export interface LastSession
  extends Pick<SessionSummary, "id" | "topic" | "summary" | "decisions">, Dated, Pick<Convention, "isOthers"> {
  readonly session_id?: SessionId | undefined;
  /** Its to-dos that were closed since, and when. */
  readonly done?: readonly { readonly todo: string; readonly day: string }[];
  /** Later work that is in no summary that somebody wrote, newest first. */
  readonly since?: readonly Later[];
}

/** A stage of work, or the topic of a session with an automatic summary. */
interface Later extends Pick<Dated, "day"> {
  readonly id: RecordId;
  readonly text: string;
  /** Whether a capture noted it, and no agent. */
  readonly isAutomatic: boolean;
}

/** A fact that the plan chose. */
export interface StartFact
  extends Pick<Fact, "id" | "memory_type" | "content">, Dated, Pick<Convention, "layer" | "otherwise" | "isOthers"> {
  /** It stands in a file that git tracks. */
  readonly isShared?: boolean;
  /** The end of the id of a record in which others have since said otherwise. */
  readonly contestedBy?: string;
}

/** A record that a told one has replaced: what it had put out of force stays so. */
interface Replaced extends Said, Pick<Convention, "id" | "layer"> {
  /** The one that is told. */
  readonly by: RecordId;
}

/** What the lists hold that are named where something finds no room. */
export interface More {
  /** How many to-dos the list holds besides these, or, of a part, how many of those that are meant. */
  readonly todos: number;
  /** How many facts of type O the list holds. */
  readonly rules?: number;
  /** The material is a part of what the lists hold, so that no number is told. */
  readonly isPart?: boolean;
  /** The binary as an agent types it. */
  readonly memory: string;
}

export interface StartMaterial {
  /** MEMORY.md of the layers, the nearest first. */
  readonly core: readonly CoreText[];
  /** The most general first. */
  readonly conventions: readonly Convention[];
  /** Newest first. */
  readonly facts: readonly StartFact[];
  /** Not told, but compared. */
  readonly replaced?: readonly Replaced[];
  /** Open to-dos, those of the newest session first, each once; no more than are told. */
  readonly todos: readonly StartTodo[];
  readonly more?: More;
  readonly lastSession?: LastSession | undefined;
}
