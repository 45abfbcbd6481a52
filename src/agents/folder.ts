/**
 * In: folders as clients name them. Out: their paths.
 * Not done here: whether they exist.
 *
 * @module
 */

/** The paths of those that are named, each once, in order. */
export function folders(...named: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(named.filter((name): name is string => Boolean(name)).map(folderOf))];
}

/**
 * On Windows a folder may come as the path of its URI: `/c:/app`; workspaces of VS Code name folders by the whole URI.
 */
function folderOf(root: string): string {
  if (!root.startsWith("file://")) return withoutUriSlash(root);
  const place = root.slice("file://".length).replace(/^localhost(?=\/)/, "");
  // A share of the network has its server there.
  const path = place.startsWith("/") ? place : `//${place}`;
  try {
    return withoutUriSlash(decodeURIComponent(path));
  } catch {
    return withoutUriSlash(path);
  }
}

function withoutUriSlash(path: string): string {
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}
