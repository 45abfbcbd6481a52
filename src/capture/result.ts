/** What became of one record (the interface page, "save"). */
export interface SaveResult {
  readonly id?: string;
  readonly status: "saved" | "exists" | "updated" | "skipped";
  readonly reason?: string;
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  /** Records near to this one, for the agent to merge or supersede. */
  readonly similar?: readonly { readonly id: string; readonly score: number }[];
}
