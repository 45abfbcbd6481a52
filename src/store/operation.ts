/** A line of the audit log (management seed §7.6): what happened, never the text. */

/** Who asked for a write. */
export type Actor = "user" | "agent" | "system";

/** What the caller knows of an operation. */
export interface OperationDetails {
  readonly actor: Actor;
  /** The verb: save, delete, edit … */
  readonly command: string;
  readonly scope: string;
  /** How many records that are not deleted the touched files hold, before and after. */
  readonly before_count: number;
  readonly after_count: number;
  /** Ids of the records written. */
  readonly ids: readonly string[];
  /** Files touched, relative to the data folder. */
  readonly files: readonly string[];
  readonly backup_path?: string;
  readonly success: boolean;
  readonly error?: string;
  readonly [field: string]: unknown;
}

/** A line of the audit log. */
export interface Operation extends OperationDetails {
  readonly op_id: string;
  readonly timestamp: string;
}
