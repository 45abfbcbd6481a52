/** A piece of a session that is not to be saved: which later prompts still go on with it. Nobody says where it ends. */
import { findCommand } from "../prompt/command.ts";
import { identifyIntent } from "../prompt/intent.ts";
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { piecesOf } from "../text/likeness.ts";
import { countHan, HAN, pairsOf } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";

/** A piece, after the prompts so far. */
export interface Piece {
  /** The person's words in it. */
  readonly said: string;
  /** Names and objects in the prompt that opened it. */
  readonly names: readonly string[];
  /** The number of prompts that name one of these and may still go on with it. */
  readonly named: number;
  /** Whether the latest prompt names one. */
  readonly isNamed: boolean;
  /** The number of prompts, whatever they name, that may still go on with it; then only those that name one. */
  readonly prompts: number;
}

/** Prompts that may go on with a piece: nobody says where it ends, and the next matter begins without notice. */
const GOES_ON_MAX = 2;
/** Prompts that name what the piece is about: a project's own words must not keep it open for good. */
const NAMED_MAX = 8;
/** Letters (a Chinese character counts two) of a prompt that names no matter of its own: “make it shorter”. */
const BRIEF = 24;

/** The piece that a prompt opens. */
export function openedPiece(said: string): Piece {
  return { said, names: namesIn(said), named: NAMED_MAX, isNamed: true, prompts: GOES_ON_MAX };
}

/** The names and objects in a text, by their beginnings and by pairs of Chinese characters: no words of any request. */
function namesIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const telling = words.filter((word) => !isStopWord(word) && priorOf(word) > TRADE_PRIOR).join(" ");
  const pairs = (text.match(HAN_RUN) ?? []).flatMap(pairsOf).filter((pair) => priorOf(pair) > TRADE_PRIOR);
  return [...new Set([...piecesOf(telling), ...pairs, ...text.toLowerCase().match(PERSONAL) ?? []])];
}

/** What people write with an agent besides their work: everyday words, but the object of such a piece. */
const PERSONAL =
  /\b(?:letter|e-?mail|mail|cv|résumé|resume|speech|poem|diary|essay)(?=s?\b)|(?<![微通短电确相自诚迷守])信(?![息号任用念心仰赖箱道令])/gu;

const HAN_RUN = new RegExp(`[${HAN}]{2,}`, "g");

/** A piece after the next prompt; undefined where that is another matter, or is to be saved. */
export function pieceAfter(piece: Piece, prompt: string): Piece | undefined {
  const isNamed = piece.named > 0 && namesIn(prompt).some((name) => piece.names.includes(name));
  const isToSave = (clause: string) => findCommand(clause)?.action === "save";
  if (beginsAnother(prompt, isNamed) || prompt.split(/[,，。.!！;；\n]+/u).some(isToSave)) return undefined;
  const [before, now] = [piece.said.toLowerCase(), prompt.toLowerCase()];
  const isBrief = prompt.length + countHan(prompt) <= BRIEF && (piece.isNamed || piece.prompts > 0);
  const isNear = piece.prompts > 0 && piecesOf(now).some((each) => before.includes(each));
  if (!isNamed && !isBrief && !isNear) return undefined;
  return {
    ...piece,
    said: `${piece.said}\n${prompt}`,
    named: piece.named - (isNamed ? 1 : 0),
    isNamed,
    prompts: Math.max(0, piece.prompts - 1),
  };
}

const ANOTHER =
  /^(?:(?:ok(?:ay)?|so|and|now|thanks|thank you|great|good|好了?|行|嗯|谢谢|那)[\s,，、.。!！]*)*(?:back\b|now\b|next\b|continue\b|go on\b|let's\b|another\b|回到|继续|另外|下一|现在|接着|说回|换)/iu;

/** Whether a prompt begins another matter than the one before it. `isNamed`: it names something of that one. */
function beginsAnother(prompt: string, isNamed: boolean): boolean {
  if (ANOTHER.test(prompt) && !(isNamed && GOES_ON.test(prompt))) return true;
  return identifyIntent(prompt).intent_type === "new_topic";
}

/** Such words begin the next step of a matter as well as another matter. */
const GOES_ON =
  /^(?:(?:ok(?:ay)?|so|and|thanks|thank you|great|good|好了?|行|嗯|谢谢|那)[\s,，、.。!！]*)*(?:now|next|continue|go on|let's|继续|接着|现在|下一)/iu;
