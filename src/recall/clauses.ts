/**
 * In: a prompt. Out: where what it asks may begin: people greet, tell what they are at, and then ask.
 *
 * @module
 */

const ENDS = /[.!?:;,](?=\s)|[。！？：；，\n]/g;
const POLITELY =
  /^(?:(?:please|now|so|ok|okay|(?:can|could|would) you(?: please)?|let's|tell me|remind me)\s+|请问|请|麻烦你?|帮我|帮忙|告诉我|那么?|\s+)*/i;

/** A log or a table has hundreds; who asks has come to it by then. */
const CLAUSES_MAX = 12;

/** The prompt from the beginning of each of its clauses on, without words of politeness before it. */
export function clausesOf(prompt: string): string[] {
  const clauses = [prompt];
  ENDS.lastIndex = 0;
  for (let end = ENDS.exec(prompt); end && clauses.length < CLAUSES_MAX; end = ENDS.exec(prompt)) {
    clauses.push(prompt.slice(end.index + 1));
  }
  return clauses.map((clause) => clause.replace(POLITELY, "")).filter((clause) => clause !== "");
}
