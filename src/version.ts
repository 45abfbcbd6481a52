/** The version of this binary, the newest released heading of CHANGELOG.md; a test compares them. */
export const VERSION = "0.1.0";
