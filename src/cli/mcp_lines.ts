/**
 * The messages of `memory mcp`, as lines of standard input and output. The protocol's own transport gives no answer to
 * a line that is no JSON, and ends with a message that is too long: its client would wait for ever.
 */
import type { Readable } from "node:stream";
import { parseJSONRPCMessage, ProtocolErrorCode, serializeMessage, type Transport } from "@modelcontextprotocol/server";
import { isObject, jsonIn } from "../json.ts";
import type { Output } from "../runtime.ts";
import { said } from "./told.ts";

const LINE_END = "\n".charCodeAt(0);
const LINE_MB_MAX = 10;

/** The transport, and a promise of the end of the input. */
export function overLines(input: Readable, output: Output): { transport: Transport; ended: Promise<void> } {
  let [pieces, size]: [Uint8Array[], number] = [[], 0];
  // Skips a mark of the byte order.
  const decoder = new TextDecoder();
  const transport: Transport = {
    start() {
      input.on("data", (chunk: Uint8Array) => {
        let rest = chunk;
        for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
          take(rest.subarray(0, end));
          finishLine();
          rest = rest.subarray(end + 1);
        }
        take(rest);
      });
      return Promise.resolve();
    },
    // An output that fails rejects the promise.
    send: (message) => Promise.try(() => output.write(serializeMessage(message))),
    close: () => Promise.resolve(void input.pause()),
  };
  const take = (piece: Uint8Array) => {
    size += piece.length;
    if (size <= LINE_MB_MAX * 1e6) pieces.push(piece);
  };
  const finishLine = () => {
    const isWhole = size <= LINE_MB_MAX * 1e6;
    const line = decoder.decode(Buffer.concat(pieces)).trim();
    [pieces, size] = [[], 0];
    if (!isWhole) refuse(ProtocolErrorCode.InvalidRequest, said("mcp_too_long", { most: LINE_MB_MAX }).en);
    else if (line !== "") read(line);
  };
  const read = (line: string) => {
    const document = jsonIn(line);
    if (document === undefined) return refuse(ProtocolErrorCode.ParseError, "Parse error");
    let message;
    try {
      message = parseJSONRPCMessage(document);
    } catch {
      const { id, method } = isObject(document) ? document : {};
      return refuse(ProtocolErrorCode.InvalidRequest, "Invalid Request", method === undefined ? null : id);
    }
    transport.onmessage?.(message);
  };
  /** A client finds its request only by the id. */
  const refuse = (code: number, message: string, given?: unknown) => {
    const id = typeof given === "string" || typeof given === "number" ? given : null;
    output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  };
  const ended = new Promise<void>((resolve) => {
    for (const end of ["end", "close", "error"]) input.once(end, () => resolve());
  });
  return { transport, ended: ended.then(finishLine) };
}
