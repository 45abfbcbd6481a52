/** Whether a prompt goes on with the matter of the one before it. */
import { identifyIntent } from "./intent.ts";

const ANOTHER =
  /^(?:(?:ok(?:ay)?|so|and|now|thanks|thank you|great|good|好了?|行|嗯|谢谢|那)[\s,，、.。!！]*)*(?:back\b|now\b|next\b|continue\b|go on\b|let's\b|another\b|回到|继续|另外|下一|现在|接着|说回|换)/iu;

/** Whether a prompt turns to another matter than the one before it. */
export function beginsAnother(prompt: string): boolean {
  return ANOTHER.test(prompt) || identifyIntent(prompt).intent_type === "new_topic";
}
