/** How a secret looks: as a person chooses one, or as a machine makes it. */
import { isFile, isName, isPlaceholder, isReference, isTerm } from "./harmless.ts";

/** `hunter2!`, as a person chooses a password. */
export function isChosen(value: string): boolean {
  if (value.length > 64 || !/[A-Za-z]/.test(value) || /^\w+\.\w+\(|[(){}[\]\\]/.test(value)) return false;
  if (/^[a-z]+(?:[_./-][a-z]+)+\d?$/.test(value) || /^https?:/.test(value)) return false;
  return /\d/.test(value) || (/[!@#$%^&*?~+]/.test(value) && /[A-Z]/.test(value));
}

/** Four words or more with hyphens between them. */
export function isWords(value: string): boolean {
  return /^(?:[a-z]{4,}-){3,}[a-z]{4,}$/.test(value);
}

/** Capitals, small letters and digits. */
export function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** Whether a machine made it: no name, many different characters for its length. */
export function isMade(value: string): boolean {
  if (!/^[\w+/=.~%:|@$-]+$/.test(value) || isName(value) || isReference(value) || HASH.test(value)) return false;
  const hasDigit = /\d/.test(value);
  if (!hasDigit && !(value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value))) return false;
  if (!/[A-Za-z]/.test(value)) return false;
  return new Set(value).size >= Math.min(8, value.length / 3);
}

/** Whether it is as long and as mixed as only a key is. */
export function isKey(value: string): boolean {
  return value.length >= 20 && isMixed(value) && isMade(value);
}

/** Whether a machine made it out of every sign there is, as WordPress does. */
export function isNoise(value: string): boolean {
  return value.length >= 24 && isMixed(value) && !/\$\{|\{\{|\\/.test(value) &&
    new Set(value.replace(/[\w\s]/g, "")).size >= 4;
}

/** Digests are told by what stands before them, public keys of SSH by how they begin; neither is a secret. */
const HASH = /^(?:sha\d+[:-]|md5:|h1:|blake\d|AAAA(?:[BC]3NzaC1|E2VjZHNh|GnNrLXNzaC|InNrLWVjZHNh))/i;

/** Like a password, and like no name, term or path. */
export function isOdd(value: string): boolean {
  return isChosen(value) && (!isName(value) || /@\d{3,}$/.test(value)) && !isTerm(value) && !isReference(value) &&
    !isPlaceholder(value) &&
    !/^[\w.-]+@[\w-]+(?:\.\w+)+$|^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(value);
}

/** Whether an argument is no name, no address, and looks like a password or a key. */
export function isCredential(argument: string): boolean {
  if (/\\|=./.test(argument) || isName(argument) || isTerm(argument) || isReference(argument) || isFile(argument)) {
    return false;
  }
  return (isMade(argument) && argument.length >= 16 && (isMixed(argument) || /^[0-9a-f]{24,}$/.test(argument))) ||
    (isChosen(argument) && !/[:/,;]|\.\w{2,5}$/.test(argument));
}

/** Whether it is as long and as mixed as a key, or hexadecimal and too long for the number of a record. */
export function isLongKey(value: string): boolean {
  return isKey(value) || /^(?=.*[a-f])(?=.*\d)[0-9a-f]{32,}$/.test(value);
}

/** Without the full stop of a sentence. */
export function trimEnd(word: string): string {
  return word.replace(/[.!?)]+$/, "");
}
