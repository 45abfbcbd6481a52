/**
 * The known word that a mistyped one was probably meant to be, by edit distance, in whatever case; undefined when none
 * is near. A word of which no letter is right is meant for no other.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)));
  const small = word.toLowerCase();
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(small, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= limit || (word.length > 2 && candidate.startsWith(word)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
