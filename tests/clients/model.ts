/**
 * A scripted model on loopback: it speaks the APIs of Anthropic (Messages), OpenAI (Responses, Chat Completions) and
 * Google (generateContent), so that a real client runs whole turns without a network or an account. What it answers is
 * decided by rules on the newest words of the user; every request is kept for the checks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the model. The first rule that matches the newest words of the user decides. */
export interface Rule {
  readonly when: RegExp;
  /** A shell command that the model runs first; `$1` is the first group of `when`. */
  readonly run?: string;
  /** Another tool that the model calls first, with its input. */
  readonly tool?: { readonly name: string; readonly input: object; readonly namespace?: string };
  /** A tool of an MCP server that the model calls first; each client has a way of its own to name it. */
  readonly served?: { readonly name: string; readonly input: object };
  /** The text that ends the turn. */
  readonly say: string;
  /** Milliseconds before that text: time for a subagent, which a client may end together with the turn. */
  readonly pauseMs?: number;
}

/** One request of a client, as it came in. */
interface Asked {
  /** Who asks: the first folder of the path, which the client's settings name. */
  readonly by: string;
  /** The body as text: what the model could read. */
  readonly text: string;
  /** The newest words of the user, tool results left out. */
  readonly said: string;
  /** The model ends its turn with a text, instead of calling a tool. */
  readonly ended: boolean;
}

export interface ScriptedModel {
  readonly url: string;
  rules: readonly Rule[];
  /** What the client is told about the size of each request, in tokens; undefined: a quarter of its characters. */
  inputTokens: number | undefined;
  /** Milliseconds before an answer: a real model takes its time, and clients write their transcripts meanwhile. */
  delayMs: number;
  readonly asked: readonly Asked[];
  close(): void;
}

/** JSON of another product; each place that reads it checks what it takes. */
// deno-lint-ignore no-explicit-any -- the shapes of four APIs, read field by field
type Json = any;

type Answer = { readonly text: string; readonly pauseMs?: number } | {
  readonly name: string;
  readonly input: object;
  readonly namespace?: string;
};

/** The names that clients give to their shell. */
const SHELLS = ["Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command"];

/** Starts a model on a free port of loopback. */
export function startModel(rules: readonly Rule[]): Promise<ScriptedModel> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => void chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      setTimeout(() => reply(model, asked, request, response, text), model.delayMs);
    });
  });
  const model = {
    url: "",
    rules,
    inputTokens: undefined as number | undefined,
    delayMs: 0,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve(model);
    });
  });
}

function reply(
  model: ScriptedModel,
  asked: Asked[],
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): void {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const tokens = model.inputTokens ?? Math.ceil(text.length / 4);
  const api = APIS.find(({ path: pattern }) => pattern.test(path));
  if (request.method !== "POST" || !api) return other(response, path, tokens);
  const body: Json = JSON.parse(text);
  const turn = api.read(body);
  const answer = api.fixed?.(body) ?? decide(model.rules, turn);
  asked.push({ by: path.split("/")[1] ?? "", text, said: turn.said, ended: "text" in answer });
  const about = { tokens, id: asked.length, path };
  setTimeout(() => api.write(response, body, answer, about), "text" in answer ? answer.pauseMs ?? 0 : 0);
}

/** What clients ask beside completions: counts, lists of models, whether anybody is there. */
function other(response: ServerResponse, path: string, tokens: number): void {
  if (/count_tokens$/.test(path)) return sendJson(response, { input_tokens: tokens });
  if (/:countTokens$/.test(path)) return sendJson(response, { totalTokens: tokens });
  if (/\/models$/.test(path)) {
    return sendJson(response, {
      object: "list",
      data: [{ id: "scripted", object: "model", created: 0, owned_by: "us" }],
    });
  }
  if (/^\/\w*\/?$/.test(path)) return sendJson(response, {});
  sendJson(response, { error: { type: "not_found_error", message: path } }, 404);
}

interface Turn {
  readonly said: string;
  /** The request brings the result of a tool: the turn goes on. */
  readonly afterTool: boolean;
  readonly tools: readonly string[];
}

function decide(rules: readonly Rule[], { said, afterTool, tools }: Turn): Answer {
  for (const rule of rules) {
    const match = rule.when.exec(said);
    if (!match) continue;
    const shell = SHELLS.find((name) => tools.includes(name));
    if (rule.run !== undefined && shell !== undefined && !afterTool) {
      const command = rule.run.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? "");
      return { name: shell, input: shellInput(shell, command) };
    }
    if (rule.tool && !afterTool) return rule.tool;
    const { served } = rule;
    const serving = served && tools.find((tool) => tool.includes("memory") && tool.endsWith(served.name));
    if (served && serving !== undefined && !afterTool) return { ...namedApart(serving), input: served.input };
    return { text: rule.say, ...rule.pauseMs === undefined ? {} : { pauseMs: rule.pauseMs } };
  }
  return { text: "ANSWER" };
}

/** Codex lists the tools of a server below one name (`read`, below). */
function namedApart(tool: string): { readonly name: string; readonly namespace?: string } {
  const [name = "", namespace] = tool.split("/").reverse();
  return namespace === undefined ? { name } : { name, namespace };
}

function shellInput(shell: string, command: string): object {
  if (shell === "exec_command") return { cmd: command };
  if (shell === "shell") return { command: ["bash", "-lc", command] };
  return shell === "shell_command" ? { command } : { command, description: "scripted" };
}

interface Api {
  readonly path: RegExp;
  read(body: Json): Turn;
  /** An answer that the client asks for in a form of its own (a title, a judgement), whatever the rules say. */
  fixed?(body: Json): Answer | undefined;
  write(
    response: ServerResponse,
    body: Json,
    answer: Answer,
    about: { tokens: number; id: number; path: string },
  ): void;
}

const ANTHROPIC: Api = {
  path: /\/messages$/,
  read(body) {
    const messages: Json[] = body.messages ?? [];
    const hasResult = (message: Json) =>
      Array.isArray(message?.content) && message.content.some((part: Json) => part.type === "tool_result");
    const said = newest(messages, (message, next) => {
      if (message.role === "assistant") return hasResult(next) ? "skip" : "stop";
      const parts: Json[] = typeof message.content === "string"
        ? [{ type: "text", text: message.content }]
        : message.content;
      return parts.filter((part) => part.type === "text").map((part) => part.text).join("\n");
    });
    // Behind a result may stand what a hook adds to it.
    const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
    return { said, afterTool: since.some(hasResult), tools: (body.tools ?? []).map((tool: Json) => tool.name) };
  },
  fixed: (body) =>
    body.output_config?.format ?? body.output_format ? { text: '{"title":"A title","isNewTopic":false}' } : undefined,
  write(response, body, answer, { tokens, id }) {
    const isText = "text" in answer;
    const block = isText
      ? { type: "text", text: answer.text }
      : { type: "tool_use", id: `toolu_${id}`, name: answer.name, input: answer.input };
    const usage = {
      input_tokens: tokens,
      output_tokens: 12,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    };
    const stop_reason = isText ? "end_turn" : "tool_use";
    const message = {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      model: body.model,
      content: [block],
      stop_reason,
      stop_sequence: null,
      usage,
    };
    if (!body.stream) return sendJson(response, message);
    const delta = isText
      ? { type: "text_delta", text: answer.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(answer.input) };
    sendEvents(response, [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      {
        type: "content_block_start",
        index: 0,
        content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
      },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ]);
  },
};

const RESPONSES: Api = {
  path: /\/responses$/,
  read: (body) =>
    readItems(typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input ?? [], body),
  write(response, body, answer, { tokens, id }) {
    const item = "text" in answer
      ? {
        type: "message",
        id: `msg_${id}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: answer.text, annotations: [] }],
      }
      : {
        type: "function_call",
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name: answer.name,
        // Codex keeps tools that belong together below one name.
        ...answer.namespace === undefined ? {} : { namespace: answer.namespace },
        arguments: JSON.stringify(answer.input),
        status: "completed",
      };
    const usage = {
      input_tokens: tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 12,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens + 12,
    };
    const whole = {
      id: `resp_${id}`,
      object: "response",
      created_at: 0,
      status: "completed",
      model: body.model,
      output: [item],
      usage,
    };
    if (!body.stream) return sendJson(response, whole);
    sendEvents(
      response,
      [
        { type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } },
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...item, status: "in_progress", ...("content" in item ? { content: [] } : {}) },
        },
        ...("text" in answer
          ? [{
            type: "response.output_text.delta",
            item_id: item.id,
            output_index: 0,
            content_index: 0,
            delta: answer.text,
          }]
          : []),
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response: whole },
      ].map((event, sequence_number) => ({ ...event, sequence_number })),
    );
  },
};

const CHAT: Api = {
  path: /\/chat\/completions$/,
  read: (body) => readItems(body.messages ?? [], body),
  write(response, body, answer, { tokens, id }) {
    const isText = "text" in answer;
    const calls = isText ? {} : {
      tool_calls: [{
        index: 0,
        id: `call_${id}`,
        type: "function",
        function: { name: answer.name, arguments: JSON.stringify(answer.input) },
      }],
    };
    const message = { role: "assistant", content: isText ? answer.text : null, ...calls };
    const finish_reason = isText ? "stop" : "tool_calls";
    const usage = { prompt_tokens: tokens, completion_tokens: 12, total_tokens: tokens + 12 };
    const base = { id: `chatcmpl-${id}`, created: 0, model: body.model };
    if (!body.stream) {
      return sendJson(response, {
        ...base,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason }],
        usage,
      });
    }
    const chunk = (rest: object) => ({ ...base, object: "chat.completion.chunk", ...rest });
    sendEvents(response, [
      chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
      chunk({ choices: [], usage }),
    ], "data: [DONE]\n\n");
  },
};

const GEMINI: Api = {
  path: /:(?:streamG|g)enerateContent$/,
  read(body) {
    const contents: Json[] = body.contents ?? [];
    const hasResult = (content: Json) => content?.parts?.some((part: Json) => part.functionResponse) ?? false;
    const said = newest(contents, (content, next) => {
      if (content.role === "model") return hasResult(next) ? "skip" : "stop";
      return (content.parts ?? []).flatMap((part: Json) => part.text ?? []).join("\n");
    });
    const tools = (body.tools ?? []).flatMap((tool: Json) =>
      (tool.functionDeclarations ?? []).map(({ name }: Json) => name)
    );
    return { said, afterTool: hasResult(contents.at(-1)), tools };
  },
  fixed(body) {
    const { responseMimeType, responseJsonSchema } = body.generationConfig ?? {};
    if (responseMimeType !== "application/json" && !responseJsonSchema) return undefined;
    return {
      text:
        '{"next_speaker":"user","reasoning":"none","model_choice":"flash","complexity_reasoning":"none","complexity_score":1}',
    };
  },
  write(response, _body, answer, { tokens, path }) {
    const part = "text" in answer ? answer : { functionCall: { name: answer.name, args: answer.input } };
    const usageMetadata = { promptTokenCount: tokens, candidatesTokenCount: 12, totalTokenCount: tokens + 12 };
    const whole = {
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata,
      modelVersion: "scripted",
    };
    if (path.includes(":stream")) sendEvents(response, [whole]);
    else sendJson(response, whole);
  },
};

const APIS: readonly Api[] = [ANTHROPIC, RESPONSES, CHAT, GEMINI];

/** Both APIs of OpenAI list items with a role, calls and results of tools. */
function readItems(items: Json[], body: Json): Turn {
  const isResult = (item: Json) => /_output$/.test(item?.type ?? "") || item?.role === "tool";
  const said = newest(items, (item) => {
    if (isResult(item) || /_call$|^reasoning$/.test(item.type ?? "") || item.tool_calls) return "skip";
    if (item.role === "assistant") return "stop";
    if (item.role !== "user") return "skip";
    return typeof item.content === "string"
      ? item.content
      : (item.content ?? []).map((part: Json) => part.text ?? "").join("\n");
  });
  const tools = (body.tools ?? []).flatMap((tool: Json) =>
    tool.type === "namespace"
      ? tool.tools.map(({ name }: Json) => `${tool.name}/${name}`)
      : tool.name ?? tool.function?.name ?? tool.type
  );
  return { said, afterTool: isResult(items.at(-1)), tools };
}

/** What was said since the last answer: `take` gives a message's text, or says to pass over it, or to stop there. */
function newest(messages: Json[], take: (message: Json, next: Json) => string | "skip" | "stop"): string {
  const said: string[] = [];
  for (let at = messages.length - 1; at >= 0; at--) {
    const text = take(messages[at], messages[at + 1]);
    if (text === "stop") break;
    if (text !== "skip") said.unshift(text);
  }
  return said.join("\n");
}

function sendJson(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function sendEvents(response: ServerResponse, events: readonly object[], end = ""): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = "type" in event ? `event: ${event.type}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(end);
}
