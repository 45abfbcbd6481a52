/** Tests that mostly wait: they begin when their file is loaded, so that they wait together. */
import { test } from "node:test";

/** A test whose body runs beside the others of its file. */
export function testTogether(name: string, body: () => Promise<void>): void {
  const running = body();
  // Its failure is the test's, not the file's.
  running.catch(() => {});
  test(name, () => running);
}

/** Longer than a confirmation token rests. */
export const tokenRests = () => new Promise((resolve) => setTimeout(resolve, 3_100));
