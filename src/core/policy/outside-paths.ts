// Paths that lead out of the workspace, anywhere in a word. Anybody's files may be there: settings, code, a program's own files. So the wildcards
// of a rule do not stand for them.
import { isInside, resolvePath } from "./path-pattern.ts";
import type { PathContext } from "./rule.ts";
import type { Word } from "./shell/reading.ts";

/** Characters that end a path: another one may follow, as in `--file=/a`, `a:/b`, `@/a` and `["/a"]`. */
const sign = /[^\w.\-/~\s*?\\\u0080-\uffff]|\n/g;

/** A word with more of these is not split, and one with more flags inside is not read. */
const MAX_SIGNS = 16;

/** A flag that a path is joined to, at the beginning of a word, behind a sign or a space: `-c/a`, `-I../a`, `-Wl,-o/a`, `--options='-v -r/a'`. */
const joinedFlag = /(?<![\w.\-/~*?\\\u0080-\uffff])-[\w-]*(?=[/~.])/g;

/** A flag in a text that some program splits at its spaces: a path may follow. */
const innerFlag = /(?<![\w.\-/~*?\\\u0080-\uffff])--?[A-Za-z]/;
const behindSpace = /\s(?=[/~]|\.\.)/g;

/** Whether this, at the beginning of a path or after a slash, leads outside at all. */
const mayLeadOut = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;

const address = /^(?:-{0,2}[\w.-]*=|@)?(?![\w+.-]*file:)[a-z][\w+.-]*:\/\/(?=[^/])/i;

/** Programs that accept lists may read something after an address: `http://a:/b`. */
const behindAddress = /(?:(?<!https?):|[,;|\s])(?:-[\w-]*)?(?:[/~]|\.\.(?:\/|$))/i;

function isAddress(text: string): boolean {
  const begin = address.exec(text)?.[0];
  return begin !== undefined && !behindAddress.test(text.slice(begin.length)) && !text.split("/").includes("..");
}

/** `%` can encode any character. */
const isFileAddress = (text: string): boolean => {
  const [, sign] = /(?:^|[^a-z])file:(\/?)/i.exec(text) ?? [];
  return sign === "/" || (sign === "" && (text.includes("%") || /file:\//i.test(text)));
};

/** `places` are the directories in which the command may run. */
export function leadsOut(
  { text: given, isTilde }: Pick<Word, "text" | "isTilde">,
  places: readonly string[],
  where: PathContext,
): boolean {
  if (isTilde) return true;
  // Some programs trim what they get.
  const text = given.trimStart();
  // A fast check: most words have none of these.
  if (!/[/~]|\.\./.test(text)) return false;
  if (isFileAddress(text)) return true;
  if (isAddress(text)) return false;
  const signs = [...text.matchAll(sign)].map(({ index }) => index);
  const behindFlags = endsOfFlags(text);
  if (behindFlags.length > MAX_SIGNS) return true;
  if (signs.length > MAX_SIGNS)
    return [...text.split(sign), ...behindFlags.map((from) => text.slice(from))].some((path) => mayLeadOut.test(path));
  const starts = [0, ...signs.map((at) => at + 1), ...behindFlags];
  return starts.some((from) => {
    if (from > 0 && isVersion.test(text.slice(from))) return false;
    const end = signs.find((at) => at >= from) ?? text.length;
    return [text.slice(from), text.slice(from, end)].some((path) => isOut(path, places, where));
  });
}

/** Where a path may begin that belongs to a flag inside the text. */
function endsOfFlags(text: string): number[] {
  const flag = text.search(innerFlag);
  const spaces = flag === -1 ? [] : [...text.matchAll(behindSpace)].filter(({ index }) => index > flag);
  return [...text.matchAll(joinedFlag), ...spaces].map((match) => match.index + match[0].length);
}

/** As in `name@~1.2`. */
const isVersion = /^~\d[^/]*$/;

function isOut(path: string, places: readonly string[], where: PathContext): boolean {
  if (!mayLeadOut.test(path) || path === "/dev/null") return false;
  if (path.startsWith("~")) return true;
  return places.some((place) => !isInside(resolvePath(path, { ...where, workspace: place }), where));
}
