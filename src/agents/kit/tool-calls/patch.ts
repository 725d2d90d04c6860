// Patches in a tool's input: which files they name, and whether they only change lines of those.
import { resolve } from "node:path";

interface Where {
  readonly cwd: string;
  /** Absolute. */
  readonly paths: readonly string[];
}

/** Whether it only changes lines of files that are judged, and does not delete, rename or copy files, change modes, or contain binary data. */
export const isPlainPatch = (patch: string, where: Where): boolean =>
  !/^[ \t]*(deleted file|(old|new) mode|(new|create) file mode (?!100644)|rename|copy|similarity|GIT binary|Binary files|\*\*\* (Delete|Move))/m.test(
    patch,
  ) && namesNoOther(patch, where);

/** Whether a patch names exactly these files. */
export function namesFiles(patch: string, { cwd, paths }: Where): boolean {
  const files = filesIn(patch).filter((file) => !isNothing(file));
  const named = new Set(files.flatMap((file) => meaningsOf(file, cwd)));
  return areAmong(files, { cwd, paths }) && paths.every((path) => named.has(path));
}

/** Whether a patch names no other files. */
export const namesNoOther = (patch: string, where: Where): boolean =>
  areAmong(
    filesIn(patch).filter((file) => !isNothing(file)),
    where,
  );

/** The files that a patch names. Programs that apply patches also accept indented ones. */
const filesIn = (patch: string): string[] =>
  [
    ...patch.matchAll(
      /^[ \t]*(?:---|\+\+\+|Index:|(?:rename|copy) (?:from|to)|\*\*\* \w+ (?:File|to):) (.+?)(?:\t.*)?$/gm,
    ),
  ]
    .map(([, name = ""]) => name)
    .concat([...patch.matchAll(/^[ \t]*diff (?:--\S+ )*(.+)$/gm)].flatMap(([, names = ""]) => namesOf(names)));

/** Two names with a blank between them; if there are more blanks, the two must be equal except for their first letter. */
function namesOf(pair: string): string[] {
  const words = pair.trim().split(" ");
  if (words.length === 2) return words;
  const [from, to] = [words.slice(0, words.length / 2).join(" "), words.slice(words.length / 2).join(" ")];
  return from.slice(1) === to.slice(1) ? [from, to] : [pair];
}

const isNothing = (file: string): boolean => /^([ab]\/|\/)?dev\/null$/.test(file);

function areAmong(files: readonly string[], { cwd, paths }: Where): boolean {
  const among = new Set(paths);
  return files.every((file) => meaningsOf(file, cwd).some((path) => among.has(path)));
}

/** The files that a name in a patch may mean. */
function meaningsOf(file: string, cwd: string): string[] {
  const name = file.replace(/^[ab]\//, "");
  return [file, name, `/${name}`].map((one) => resolve(cwd, one));
}

/** The removed and the resulting text of a patch, unchanged lines included. */
export function sidesOf(patch: string): string[] {
  const lines = patch.split("\n").filter((line) => !/^(---|\+\+\+) /.test(line));
  return ["-", "+"].map((sign) =>
    lines
      .filter((line) => line.startsWith(sign) || line.startsWith(" "))
      .map((line) => line.slice(1))
      .join("\n"),
  );
}
