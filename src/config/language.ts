/** The language in which a person and their agent are spoken to. */
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import type { Config } from "./schema.ts";

/** `lang`, else the locale: anything that starts with `zh` is Chinese, everything else English. */
export function languageOf(runtime: Pick<Runtime, "env">, config: Pick<Config, "lang">): Language {
  if (config.lang !== "auto") return config.lang;
  const locale = runtime.env("LC_ALL") || runtime.env("LC_MESSAGES") || runtime.env("LANG") || "";
  return /^zh/i.test(locale) ? "zh" : "en";
}
