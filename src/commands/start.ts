/** `memory start`: what a session is told at its start, for agents without hooks, and for a person to look at. */
import { defineCommand, PRINTED } from "../cli/command.ts";
import { languageOf } from "../config/mod.ts";
import { renderClean } from "../recall/clean.ts";
import { NONCE_LENGTH } from "../recall/frame.ts";
import { gatherStart } from "../recall/gather.ts";
import { openReaders } from "../recall/open_readers.ts";
import { closeReaders } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { settle } from "../recall/settle.ts";
import { fitting } from "../recall/start.ts";
import { disabledReason, logOf, memoryIsOff } from "../store/memory.ts";
import { said } from "./words.ts";

export const start = defineCommand({
  output: "text",
  async run({ runtime, memory, stores: [store], layer, asText }) {
    const { config } = memory;
    const language = languageOf(runtime, config);
    const began = runtime.now().getTime();
    const off = disabledReason(memory);
    using open = new DisposableStack();
    const readers = open.adopt(off ? [] : await openReaders(memory, layer ? { layer } : {}), closeReaders);
    const material = await settle(gatherStart(memory, readers), readers[0]?.index);
    const context = fitting(material, config.context.start_tokens, language);
    const { ids = [], tokens = 0 } = context ?? {};
    const text = context
      ? renderClean(config, context, runtime.random(NONCE_LENGTH), language)
      : (off ? memoryIsOff(off) : said("nothing_at_start"))[language];
    // Not by `ok`, which takes the frames for a record's own.
    runtime.stdout.write(
      `${asText ? text : JSON.stringify({ status: "ok", command: "start", data: { text, ids } })}\n`,
    );
    const ms = runtime.now().getTime() - began;
    logRetrieval(logOf(memory, store), {
      session: "",
      trigger: "start",
      candidates: ids.length,
      chosen: ids,
      tokens,
      ms,
    });
    return PRINTED;
  },
});
