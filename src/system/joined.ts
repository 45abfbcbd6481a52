/** Pieces as one. Not by `Buffer`, which takes an eighth of a millisecond to set up. */
export function joined([first = new Uint8Array(), ...more]: readonly Uint8Array[]): Uint8Array {
  if (more.length === 0) return first;
  const all = new Uint8Array(more.reduce((size, { length }) => size + length, first.length));
  all.set(first);
  let at = first.length;
  for (const piece of more) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
