import { factKind, fraction, ifGiven, list, severalTexts, text, textsIfGiven } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { mentionLines, takenOutLine } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import { clean } from "../../capture/gate.ts";
import { todosNamed } from "../../capture/meant_todo.ts";
import { asNamedTodo, stillOpen, todosHere } from "../../capture/todos.ts";
import { unlessEmpty } from "../../lists.ts";
import type { Layer } from "../../records/mod.ts";
import { isTodoId, todoId } from "../../records/todos.ts";
import { readContents } from "../../store/contents.ts";
import { namedBy } from "../../store/filter.ts";
import { standingFor } from "../../store/same_words.ts";
import { type Edited, type Edits, planEdit } from "../../upkeep/edit.ts";
import { type Mention, mentionsOfReplaced, placeOf, remainingMentions } from "../../upkeep/mentions.ts";
import { carryOut, writtenIn } from "../../upkeep/mod.ts";
import { giveOwnIds } from "../../upkeep/commit.ts";
import { type Memory, refuseWhileOff, storesToRead } from "../../store/memory.ts";
import { actorOf } from "../../store/audit.ts";
import { scopeArg, storeHolding, SYNC_ARGS, wholeIds } from "./arguments.ts";
import { textOrInput } from "../input.ts";
import { changedLine } from "./shown.ts";
import { refuse, said } from "../words.ts";

export const manageEdit = defineCommand({
  args: {
    id: text("ID"),
    content: text(),
    type: factKind,
    confidence: fraction,
    entities: ifGiven(list()),
    asks: textsIfGiven,
    when: textsIfGiven,
    todo: textsIfGiven,
    supersedes: ifGiven(list("ID")),
    scope: scopeArg("all"),
    ...SYNC_ARGS,
  },
  operands: { id: text("ID"), text: severalTexts() },
  async run(call) {
    const { id: first, text: others } = call.operands;
    // With `--id ID` the first word is of the text already.
    const [word, words] = call.args.id === undefined
      ? [first, others]
      : [call.args.id, first === undefined ? others : [first, ...others]];
    const typed = words.length === 0 ? undefined : words.join(" ");
    const { type: memoryType, confidence, entities, asks, when, supersedes, todo, scope } = call.args;
    if (word === undefined) refuse("which_record");
    if (typed !== undefined && call.args.content !== undefined) refuse("two_contents", { text: typed });
    const given = call.args.content ?? typed;
    // `--when 'run a' 'run b'`: the second text would replace what the record says.
    if (typed !== undefined && (asks ?? when) !== undefined) refuse("text_beside", { text: typed });
    const content = given && await textOrInput(call.runtime, given);
    const wanted: Edits = { content, memoryType, confidence, entities, asks, when, supersedes, todos: todo };
    if (Object.values(wanted).every((value) => value === undefined)) refuse("which_field");
    const { memory, runtime, layer } = call;
    refuseWhileOff(memory);
    const reworded = todoReworded(memory, layer, word, wanted);
    const edits = reworded ? { reworded } : wanted;
    const id = reworded?.keys[0] ?? wholeIds(memory, layer, [word])[0] ?? word;
    const isMeant = namedBy([id]);
    const store = storeHolding(memory, layer, (each) => {
      const contents = readContents(each);
      return contents.records.some(({ key }) => isMeant(key)) || standingFor(contents, id) !== undefined;
    });
    const { result: { before, along, ...edited }, done } = carryOut(memory, store, (locked) => {
      const first = readContents(locked);
      // Where records that shared an id were given their own, the lines have changed and are read again.
      const contents = giveOwnIds(locked, first) > 0 ? readContents(locked) : first;
      return planEdit(memory, locked, id, edits, { scope, actor: actorOf(runtime), contents });
    }, call.args);
    const except = new Set([edited.id, ...along].map((key) => placeOf({ layer: store.layer, key })));
    const mentions = [
      ...before.length === 0 ? [] : remainingMentions(memory, { contents: before, except }),
      ...edits.supersedes?.length ? mentionsOfReplaced(memory, edited.id) : [],
    ];
    // The id of a to-do is made of its words, so a reworded one has another id.
    const [renamed] = reworded && edited.updated_fields.length > 0
      ? stillOpen(todosHere(memory, [store])).filter((each) => each.todo === clean(memory, reworded.as).text)
      : [];
    return ok({
      ...edited,
      todos: renamed && [asNamedTodo(renamed)],
      changed_with: unlessEmpty(along),
      ...writtenIn([{ done }]),
      remaining_mentions: unlessEmpty(mentions),
    }, editText);
  },
});

/** The summaries of a layer that name a to-do which gets new words; undefined where no to-do is meant. */
function todoReworded(memory: Memory, layer: Layer | undefined, word: string, edits: Edits): Edits["reworded"] {
  const { content, todos, ...others } = edits;
  const [as = content, ...more] = todos ?? [];
  const isAlone = Object.values(others).every((value) => value === undefined);
  if (!isTodoId(word) || !as?.trim() || more.length > 0 || !isAlone) return undefined;
  const [first, ...copies] = todosNamed(word, todosHere(memory, storesToRead(memory, layer)));
  if (!first) return undefined;
  const named = [first, ...copies.filter(({ store }) => store.folder === first.store.folder)];
  return { todo: todoId(first.todo), as, keys: named.map(({ stored }) => stored.key) };
}

function editText(
  { id, updated_fields, redacted, todos = [], remaining_mentions = [] }:
    & Pick<Edited, "id" | "updated_fields" | "redacted">
    & {
      todos: readonly ReturnType<typeof asNamedTodo>[] | undefined;
      remaining_mentions: readonly Mention[] | undefined;
    },
  style: Style,
): string {
  const line = `${changedLine(id, updated_fields, style)}\n`;
  if (updated_fields.length === 0) return line;
  return line + takenOutLine(redacted, style) +
    todos.map((todo) => style.dim(said("when_done", { end: todo.id }))).join("") +
    mentionLines(remaining_mentions, style);
}
