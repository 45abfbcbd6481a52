/** Whether a prompt goes on with the matter of the one before it. */
import { countHan } from "../text/script.ts";
import { findCommand } from "./commands.ts";
import { identifyIntent } from "./intent.ts";
import { piecesOf } from "../text/likeness.ts";

const ANOTHER =
  /^(?:(?:ok(?:ay)?|so|and|now|thanks|thank you|great|good|好了?|行|嗯|谢谢|那)[\s,，、.。!！]*)*(?:back\b|now\b|next\b|continue\b|go on\b|let's\b|another\b|回到|继续|另外|下一|现在|接着|说回|换)/iu;

/** Whether a prompt turns to another matter than the one before it. */
export function beginsAnother(prompt: string): boolean {
  return ANOTHER.test(prompt) || identifyIntent(prompt).intent_type === "new_topic";
}

/** What is not to be saved, with what was said on it since. */
export interface Piece {
  readonly said: string;
  /** So many prompts may still go on with it. */
  readonly prompts: number;
}

/** Nobody says where a piece ends; people begin the next matter without a word. Prompts. */
const GOES_ON_MAX = 2;
/** A shorter one ("make it shorter", “再短一点”) names no matter of its own. Letters; a Chinese character is two. */
const BRIEF = 24;

/** A piece that a prompt opens. */
export function openedPiece(said: string): Piece {
  return { said, prompts: GOES_ON_MAX };
}

/** A piece after the next prompt; undefined where that is another matter, or is to be saved. */
export function pieceAfter({ said, prompts }: Piece, prompt: string): Piece | undefined {
  if (prompts === 0 || beginsAnother(prompt) || asksToSave(prompt)) return undefined;
  const isBrief = prompt.length + countHan(prompt) <= BRIEF;
  const [before, now] = [said.toLowerCase(), prompt.toLowerCase()];
  if (!isBrief && !piecesOf(now).some((piece) => before.includes(piece))) return undefined;
  return { said: `${said}\n${prompt}`, prompts: prompts - 1 };
}

/** Whether a clause of a prompt says just that it be saved. */
function asksToSave(prompt: string): boolean {
  return prompt.split(/[,，。.!！;；\n]+/u).some((clause) => findCommand(clause)?.action === "save");
}
