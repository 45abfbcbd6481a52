/** The version of this binary: the newest released heading of CHANGELOG.md (held together by a test). */
export const VERSION = "0.1.0";
