/** What became of a record that was to be saved. */
export interface SaveResult {
  readonly id?: string;
  readonly status: "saved" | "exists" | "updated" | "skipped";
  readonly reason?: string;
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  /** Records near to this one, for the agent to merge or supersede. */
  readonly similar?: readonly { readonly id: string; readonly score: number }[];
}
