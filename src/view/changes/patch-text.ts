// A changed file as the lines of a patch, as Git writes it: a program can apply it where nothing is cut.
import type { FileChange, Hunk } from "../../core/index.ts";

export interface PatchLine {
  readonly kind: "file" | "hunk" | "added" | "removed" | "same" | "remark";
  readonly text: string;
}

export function patchLines(file: FileChange): PatchLine[] {
  const { path, oldPath = path, status, oldMode, newMode, hunks, kind } = file;
  const [before, after] = [named("a/", oldPath), named("b/", path)];
  const head = [
    `diff --git ${before} ${after}`,
    ...(oldMode === undefined || newMode === undefined ? [] : [`old mode ${oldMode}`, `new mode ${newMode}`]),
    ...(status === "added" ? [`new file mode ${newMode ?? usualMode(kind)}`] : []),
    ...(status === "deleted" ? [`deleted file mode ${oldMode ?? usualMode(kind)}`] : []),
    ...(status === "renamed" ? [`rename from ${named("", oldPath)}`, `rename to ${named("", path)}`] : []),
    ...(kind === "binary" ? [`Binary files ${before} and ${after} differ`] : []),
    ...(hunks.length === 0
      ? []
      : [`--- ${status === "added" ? "/dev/null" : before}`, `+++ ${status === "deleted" ? "/dev/null" : after}`]),
  ];
  return [...head.map((text): PatchLine => ({ kind: "file", text })), ...hunks.flatMap(hunkLines)];
}

const usualMode = (kind: FileChange["kind"]): string =>
  kind === "submodule" ? "160000" : kind === "symlink" ? "120000" : "100644";

const signs: Readonly<Record<string, PatchLine["kind"]>> = { "+": "added", "-": "removed", "\\": "remark" };

function hunkLines({ oldStart, newStart, heading, lines }: Hunk): PatchLine[] {
  const olds = lines.filter((line) => /^[ -]/.test(line)).length;
  const news = lines.filter((line) => /^[ +]/.test(line)).length;
  const place = oldStart === null || newStart === null ? "…" : `-${oldStart},${olds} +${newStart},${news}`;
  return [
    { kind: "hunk", text: `@@ ${place} @@${heading === "" ? "" : ` ${heading}`}` },
    ...lines.map((text): PatchLine => ({ kind: signs[text[0] ?? ""] ?? "same", text })),
  ];
}

/** As Git quotes it, if it has characters that end a line or a word. */
const named = (side: string, path: string): string =>
  path.search(ODD) >= 0
    ? `"${side}${path.replace(ODD, (character) => escapes[character] ?? octal(character))}"`
    : side + path;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be in quotes
const ODD = /[\u0000-\u001f"\\\u007f]/g;
const escapes: Readonly<Record<string, string>> = {
  ...{ "\u0007": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r" },
  ...{ '"': '\\"', "\\": "\\\\" },
};
const octal = (character: string): string => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
