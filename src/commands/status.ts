/** `memory status` and `memory version`: the state of memory at a place, to be read at a glance. */
import { binariesOf } from "../agents/command.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { hookFilePath, SETUPS, userHookFile } from "../agents/setup.ts";
import { defineCommand, nothing, ok } from "../cli/command.ts";
import { pad, type Style, width } from "../cli/terminal.ts";
import { chooseModel, isModelThere } from "../embedding/choice.ts";
import { tried } from "../errors.ts";
import { unlessEmpty } from "../lists.ts";
import { readNotes } from "../notes/files.ts";
import { isRecallable } from "../notes/note.ts";
import { realOf } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { inResult, same, type Sentence } from "../sentence.ts";
import { asClientsSee } from "../setup/moved_homes.ts";
import { clientsRoot } from "../setup/place.ts";
import { ourHooks } from "../setup/hook_changes.ts";
import { readContents } from "../store/contents.ts";
import { disabledReason, type Memory, refusedLine, storesToRead, wayOn } from "../store/memory.ts";
import { emptiedLines } from "../store/emptied.ts";
import { lossesOf, lossText } from "../store/lost.ts";
import type { Store } from "../store/mod.ts";
import { stateStore } from "../store/session_state.ts";
import { hasToolSession } from "../store/sessions.ts";
import { nameAgain } from "../store/name_again.ts";
import { hereAmong } from "../upkeep/list.ts";
import { listTodos } from "../upkeep/todos.ts";
import { VERSION } from "../version.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

export const version = defineCommand({ output: "text", run: () => ok(VERSION, (text) => `${text}\n`) });

export const status = defineCommand({
  output: "text",
  run({ memory, layer }) {
    const data = statusOf(memory, layer);
    const way = wayOn(memory);
    return data.layers.length === 0 ? nothing(data, statusText, way) : ok(data, statusText, way);
  },
});

type Status = ReturnType<typeof statusOf>;

function statusOf(memory: Memory, layer: Layer | undefined) {
  const stores = storesToRead(memory, layer);
  for (const store of stores) nameAgain(store);
  const reason = disabledReason(memory);
  const { runtime, config, locations: { here, projectFolder, passedOver, refused } } = memory;
  const { model, enabled } = config.embedding;
  const losses = lossesOf(memory, layer);
  // The project has no memory, though there may be one for all projects.
  const hasNone = !losses.some(({ leftOut }) => leftOut) && layer !== "global" && projectFolder === undefined &&
    here !== undefined && refused === undefined &&
    here !== realOf(runtime, runtime.home);
  return {
    enabled: reason === undefined && stores.length > 0,
    reason: reason && inResult(reason),
    lost: unlessEmpty([...losses.map(lossText), ...emptiedLines(stores)].map(inResult)),
    no_memory_here: hasNone ? true : undefined,
    refused: refused && layer !== "global" ? inResult(refusedLine(refused)) : undefined,
    passed_over: layer === "global" ? undefined : passedOver,
    layers: stores.map((store) => heldIn(store, memory, stores)),
    open_todos: listTodos(memory, stores, { filter: {}, which: "open" }, { limit: 1, offset: 0 }).total,
    ...connectedClients(memory),
    model: { name: model, enabled, ready: isModelThere(runtime, config, chooseModel(runtime, model)) },
    version: VERSION,
  };
}

function heldIn(store: Store, memory: Memory, stores: readonly Store[]) {
  const isHere = hereAmong(memory, stores);
  const { records, copies } = readContents(store);
  const alive = records.filter((stored) =>
    !stored.isDeleted && !stored.isEvent && !copies.has(stored.key) && isHere(stored)
  );
  const summaries = alive.filter(({ kind }) => kind === "sessions").length;
  const last = alive.reduce((latest, { time }) => Math.max(latest, time), 0);
  return {
    layer: store.layer,
    folder: store.folder,
    facts: alive.length - summaries,
    summaries,
    notes: readNotes(store).filter(isRecallable).length,
    last_saved: last === 0 ? null : new Date(last).toISOString(),
  };
}

/**
 * The clients whose hooks call memory, here or in every project, and the tools by which an agent has saved here.
 * `call_gone`: the programs of clients all of whose hooks call one that is gone.
 */
function connectedClients(memory: Memory) {
  const { runtime, locations: { projectRoot } } = memory;
  const root = clientsRoot(runtime, projectRoot);
  const filesOf = (seen: Runtime, agent: Agent) => [
    userHookFile(seen, agent),
    ...root === undefined ? [] : [hookFilePath(seen, agent, { root, scope: "project" })],
  ];
  const seen = asClientsSee(runtime);
  const hooked = AGENTS.map((agent) => ({
    name: SETUPS[agent].name,
    // `doctor` names a file that can't be read.
    hooks: seen.flatMap((each) =>
      filesOf(each, agent).flatMap((path) => tried(() => ourHooks(each, path, agent)) ?? [])
    ),
  })).filter(({ hooks }) => hooks.length > 0);
  const clients = hooked.map(({ name }) => name);
  const gone = hooked.map(({ hooks }) => binariesOf(hooks))
    .filter((binaries) => binaries.every((path) => runtime.files.realPath(path) === undefined)).flat();
  const store = stateStore(memory);
  return {
    clients: store && hasToolSession(store) ? [...clients, "`memory mcp`"] : clients,
    call_gone: unlessEmpty([...new Set(gone)]),
  };
}

function statusText(data: Status, style: Style, way: Sentence): string {
  const { say } = style;
  const lost = data.lost?.map((each) => style.yellow(`! ${say(each)}\n`)).join("") ?? "";
  const gone = data.call_gone
    ? style.yellow(`! ${say(said("hooks_call_gone", { paths: named(data.call_gone) }))}\n`)
    : "";
  if (data.layers.length === 0) return lost || (data.refused ? `${say(data.refused)}\n` : say(said("no_memory_here")));
  const isOn = data.no_memory_here ? style.yellow(said("only_your_own")) : style.green(said("memory_is_on"));
  const isOff = style.yellow(said("off_because", { reason: data.reason ?? same(""), way }));
  const { enabled, ready } = data.model;
  const rows: (readonly [name: Sentence, value: Sentence])[] = [
    ...data.layers.map((held) => [said(`status_of_${held.layer}`), heldText(held, style)] as const),
    [said("status_todos"), said("todos_open", { open: data.open_todos })],
    [said("status_clients"), data.clients.length > 0 ? named(data.clients) : said("no_client")],
    [said("status_search"), said(!enabled ? "by_words_as_set" : ready ? "by_words_and_meaning" : "by_words_alone")],
    ...data.layers.map(({ layer, folder }) => [said(`folder_of_${layer}`), same(folder)] as const),
    ...(data.passed_over ?? []).map((folder) => [said("not_read"), said("passed_over", { folder })] as const),
  ];
  const names = Math.max(...rows.map(([name]) => width(say(name)))) + 2;
  const lines = rows.map(([name, value]) => `  ${pad(say(name), names)}${say(value)}\n`).join("");
  return `${data.enabled ? isOn : isOff}\n${lost}${gone}${lines}${style.dim(said("doctor_checks"))}`;
}

function heldText(
  { facts, summaries, notes, last_saved: last }: ReturnType<typeof heldIn>,
  { clock }: Style,
): Sentence {
  const when = last === null ? "" : said("last_saved", { at: clock(last) });
  return said("held", { facts, summaries, them: summaries === 1 ? "summary" : "summaries", notes, when });
}
