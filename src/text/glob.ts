/** Globs as people write them: at any depth, with stars that stand for slashes, too, and braces for several names. */

/** So many pairs of braces are read: more forms than this makes say nothing that a person means. */
const BRACES_MAX = 5;
export const FORMS_MAX = 64;

/** The globs for which a glob with braces stands: `*.{ts,js}`. */
export function withoutBraces(glob: string): string[] {
  let forms = [glob];
  for (let pair = 0; pair < BRACES_MAX; pair++) {
    forms = forms.flatMap((form) => {
      // The innermost pair first.
      const [, before = "", inside, after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(form) ?? [];
      return inside === undefined ? [form] : inside.split(",").map((each) => `${before}${each.trim()}${after}`);
    }).slice(0, FORMS_MAX);
  }
  return forms;
}

/** Whether a path is one of a glob's, or lies below one, at any depth. Case does not matter. */
export function isBelow(glob: string, path: string): boolean {
  const wanted = glob.toLowerCase().replaceAll("\\", "/").replace(/^(?:\.{0,2}\/|~\/)+|(?:\/+\**)+$/g, "")
    .replace(/\*{2,}\/?/g, "*");
  return fits(`*/${wanted}/*`, `/${path.toLowerCase()}/`);
}

/** Compares a pattern of `*` and `?` with a text, in steps that grow as their product, whatever the pattern. */
function fits(pattern: string, text: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0];
  while (place < text.length) {
    if (pattern[at] === "*") [star, from] = [at++, place];
    else if (pattern[at] === "?" || pattern[at] === text[place]) at++, place++;
    else if (star !== -1) [at, place] = [star + 1, ++from];
    else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
