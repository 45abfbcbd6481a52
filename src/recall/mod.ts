/**
 * In: the memory of a place. Out: what an agent should know of it now: at a session's start, with a prompt.
 * Not done here: delivering it (hooks/), finding by query (search/). Each part of the way is a file beside this one.
 *
 * @module
 */
