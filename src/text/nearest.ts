/**
 * The known word that a mistyped word probably means, by edit distance; one that begins with it goes first. In a word
 * of three letters one may be wrong, in longer ones two or a third. “claude-code” means claude.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = word.length < 4 ? Math.min(1, word.length - 1) : Math.max(2, Math.floor(word.length / 3));
  const small = word.toLowerCase();
  const begins = (candidate: string) => word.length > 2 && candidate.startsWith(small);
  const goesOn = (candidate: string) => small.startsWith(candidate) && /^[\s_-]/.test(small.slice(candidate.length));
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(small, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= limit || begins(candidate) || goesOn(candidate))
    .sort((a, b) => Number(begins(b.candidate)) - Number(begins(a.candidate)) || a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** The number of letters added, left out, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isTurned = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const turned = isTurned ? (before[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(change, turned, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
