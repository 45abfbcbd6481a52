/** `memory note list` */
import { choice, flag, integer, tags, withDefault } from "../../cli/args.ts";
import { fit, pad, roomBeside, width } from "../../cli/columns.ts";
import { defineCommand, nothing, ok, type Style } from "../../cli/command.ts";
import { moreLine } from "../../cli/phrases.ts";
import { readNotes, resolveNotes } from "../../notes/files.ts";
import { AUDIENCES, KINDS, type Note, PORTABILITIES, STATUSES, STRENGTHS, supersededIds } from "../../notes/note.ts";
import { waitingProposals } from "../../notes/proposals.ts";
import type { Layer } from "../../records/mod.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { largest } from "../../lists.ts";

const DEFAULT_LIMIT = 50;

export const noteList = defineCommand({
  name: "note list",
  summary: { en: "List curated notes, the newest first", zh: "列出笔记，新的在前" },
  about: {
    en: `Archived notes are listed only with --all or --status archive. Where the project and its team have a note of
the same id, both are listed, and the team's copy, which does not count, is marked.`,
    zh: `已归档的笔记只在加 --all 或 --status archive 时列出。项目和团队有同一 id 的笔记时两份都列出，
其中不起作用的那份团队副本会标明。`,
  },
  examples: ["memory note list --tag api --strength validated", "memory note list --audience team --all"],
  args: {
    status: choice({ en: "Only this status", zh: "只列这种状态" }, STATUSES),
    kind: choice({ en: "Only this kind", zh: "只列这类" }, KINDS),
    strength: choice({ en: "Only this strength", zh: "只列这种强度" }, STRENGTHS),
    audience: choice({ en: "Only notes for these", zh: "只列给这些人的笔记" }, AUDIENCES),
    portability: choice({ en: "Only this portability", zh: "只列这种适用范围" }, PORTABILITIES),
    tag: tags({ en: "Only notes with this tag (all of them)", zh: "只列带此标签的笔记（须全部具备）" }),
    waiting: flag({ en: "Proposals that wait for an answer instead", zh: "改为列出等待答复的提议" }),
    all: flag({ en: "Archived notes too", zh: "包括已归档的笔记" }),
    limit: withDefault(integer({ en: "At most this many", zh: "最多多少条" }, 1, 10_000), DEFAULT_LIMIT),
  },
  run({ runtime, args, projectPath, layer }) {
    const { status, kind, strength, audience, portability, tag, all, limit } = args;
    const memory = openMemory(runtime, { projectPath });
    const stores = existingStores(memory, layer);
    if (args.waiting) return ok(waitingIn(stores));
    const found = stores.flatMap(listed).filter(({ note }) =>
      (status === undefined ? all || note.status !== "archive" : note.status === status) &&
      (kind === undefined || note.kind === kind) &&
      (strength === undefined || note.strength === strength) &&
      (audience === undefined || note.audience === audience) &&
      (portability === undefined || note.portability === portability) &&
      tag.every((each) => note.tags.includes(each))
    ).sort((left, right) =>
      compare(dateOf(right.note), dateOf(left.note)) || compare(left.note.id, right.note.id) ||
      Number(left.outranked) - Number(right.outranked)
    );
    const data = { total: found.length, notes: found.slice(0, limit).map(shown) };
    return found.length === 0 ? nothing(data) : ok(data);
  },
  render(data: { total: number; notes: readonly ReturnType<typeof shown>[] } | Waiting, style: Style) {
    if ("proposals" in data) {
      const { proposals } = data;
      if (proposals.length === 0) return style.say({ en: "No proposal waits\n", zh: "没有等待答复的提议\n" });
      return proposals.map((each) => waitingLine(each, style)).join("");
    }
    const { total, notes } = data;
    if (total === 0) return style.say({ en: "No notes\n", zh: "没有笔记\n" });
    const ids = Math.min(40, largest(notes.map(({ id }) => width(id))));
    const lines = notes.map(({ id, one_liner, title, status, shared, superseded, outranked }) => {
      const mark = outranked
        ? style.say(shared ? TEAM_COPY : OTHER_COPY)
        : superseded
        ? style.say({ en: " (superseded)", zh: "（已被取代）" })
        : status === "active"
        ? ""
        : ` (${status})`;
      const room = roomBeside(Math.max(ids, width(id)) + 2 + width(mark), style.columns);
      return `${style.bold(pad(id, ids))}  ${fit(one_liner || title, room)}${style.dim(mark)}\n`;
    });
    return lines.join("") + moreLine(style, total - notes.length);
  },
});

/** Marks of a note that does not count, because another note of the same id does. */
const TEAM_COPY = { en: " (the team's, does not count)", zh: "（团队副本，不起作用）" };
const OTHER_COPY = { en: " (another of this id counts)", zh: "（同一 id 的另一份起作用）" };

interface Listed {
  readonly note: Note;
  readonly layer: Layer;
  readonly superseded: boolean;
  /** Another note of the same id counts instead. */
  readonly outranked: boolean;
}

function listed(store: Store): Listed[] {
  const { notes, outranked } = resolveNotes(readNotes(store));
  const superseded = supersededIds(notes);
  const { layer } = store;
  return [
    ...notes.map((note) => ({ note, layer, superseded: superseded.has(note.id), outranked: false })),
    ...outranked.map(({ note }) => ({ note, layer, superseded: false, outranked: true })),
  ];
}

function shown({ note, layer, superseded, outranked }: Listed) {
  return {
    id: note.id,
    title: note.title,
    one_liner: note.oneLiner,
    kind: note.kind,
    status: note.status,
    strength: note.strength,
    scope: note.scope,
    audience: note.audience,
    portability: note.portability,
    tags: note.tags,
    source: note.source,
    updated_at: note.updatedAt,
    file: note.path,
    layer,
    shared: note.shared,
    superseded,
    outranked,
  };
}

function dateOf(note: Note): string {
  return note.updatedAt || note.createdAt;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

interface Waiting {
  readonly total: number;
  readonly proposals: readonly {
    readonly proposal: string;
    readonly decision: string;
    readonly scene: string;
    readonly choice: string;
    readonly targets: readonly string[];
    readonly created_at: string;
    readonly layer: Layer;
  }[];
}

/** What was proposed and not answered yet. */
function waitingIn(stores: readonly Store[]): Waiting {
  const proposals = stores.flatMap((store) =>
    waitingProposals(store).map(({ id, decision, payload: { scene, choice }, targets, created_at }) => ({
      proposal: id,
      decision,
      scene,
      choice,
      targets,
      created_at,
      layer: store.layer,
    }))
  );
  return { total: proposals.length, proposals };
}

function waitingLine({ proposal, decision, choice, targets }: Waiting["proposals"][number], style: Style): string {
  const about = targets.length > 0 ? style.dim(` (${decision} ${targets.join(", ")})`) : style.dim(` (${decision})`);
  return `${style.bold(proposal)}  ${choice}${about}\n`;
}
