/** Where a secret stands in a text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}
