/**
 * Whether a prompt says nothing that memory could know of: a greeting, thanks, a bare yes.
 *
 * @module
 */

/** Spares nearly every text the question what is a letter in any script, which takes ten times as long to compile. */
const COMMON_LETTER = /[a-z0-9\u4e00-\u9fff]/;
/** The repetition in the pattern would be slow on a long text that almost matches. Characters. */
const SOCIAL_MAX_LENGTH = 60;
/** Also the alternatives of the pattern. */
const SOCIAL_WORDS = [
  "你好|您好|嗨|哈喽|早上好|下午好|晚上好|早安|晚安|谢谢你|谢谢|多谢|辛苦|感谢|好|可以|行|嗯|是|对|不是",
  "没问题|收到|明白|知道|不错|很好|太棒|厉害|哈|再见|拜拜|在吗|在么|在不在|你是谁|你会什么|你能做什么",
  "hi|hello|hey|yo|good morning|good afternoon|good evening|good night|good job|good|thanks a lot",
  "thanks so much|thanks|thank a lot|thank so much|thank you very much|thank you so much|thank you|thank",
  "thx|okay|ok|yes|yeah|yep|no|nope|sure|great|nice|cool|perfect|awesome|well done|got it|i see|sounds good",
  "lgtm|bye|goodbye|see you|how are you|how is it going|how's it going|what's up|who are you|what can you do",
].join("|");
const social = () =>
  new RegExp(
    `^(?:(?:${SOCIAL_WORDS})(?:[啊呀哦呢吧啦了的]{1,2}|\\s+(?:there|all|again))?(?![a-z])[\\s\\p{P}\\p{S}]*)+$`,
    "u",
  );

/** Whether a prompt is only a greeting, thanks, a bare yes, or nothing at all: LingXi's reason to be silent. */
export function isSocial(prompt: string): boolean {
  const text = prompt.trim().toLowerCase();
  if (!COMMON_LETTER.test(text) && !/[\p{L}\p{N}]/u.test(text)) return true;
  if (text.length > SOCIAL_MAX_LENGTH) return false;
  return SOCIAL_WORDS.split("|").some((word) => text.startsWith(word)) && social().test(text);
}
