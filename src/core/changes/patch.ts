// Patches as Git writes them, read into hunks by file.
import type { Hunk } from "./file-change.ts";

export interface PatchedFile {
  readonly hunks: readonly Hunk[];
  readonly isBinary: boolean;
}

const hunkStart = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s;

/**
 * The files of a patch in its order. Lines of a file can't be mistaken for the patch's own: each begins with a sign. Where the patch is cut off, the
 * last line of it may be missing.
 */
export function readPatch(patch: string): PatchedFile[] {
  const files: { hunks: (Hunk & { lines: string[] })[]; isBinary: boolean }[] = [];
  for (const line of patch.split("\n")) {
    const file = files.at(-1);
    if (line.startsWith("diff --git ")) {
      files.push({ hunks: [], isBinary: false });
      continue;
    }
    if (!file) continue;
    const begun = hunkStart.exec(line);
    if (begun) {
      const [, oldStart, newStart, heading = ""] = begun;
      file.hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), heading, lines: [] });
    } else if (file.hunks.length === 0) {
      if (line.startsWith("Binary files ") || line === "GIT binary patch") file.isBinary = true;
    } else if (/^[ +\-\\]/.test(line)) file.hunks.at(-1)?.lines.push(line);
  }
  return files;
}

export interface PatchCaps {
  readonly lines: number;
  readonly lineCharacters: number;
  readonly bytes: number;
}

interface Shortened {
  readonly hunks: readonly Hunk[];
  readonly isCut: boolean;
}

/** As many lines of these files as there is room for. Short files are whole: the room is taken from the long ones. Lines that are too long end with "…". */
export function shortenFiles(files: readonly (readonly Hunk[])[], caps: PatchCaps): Shortened[] {
  const short = files.map((hunks) => hunks.map((hunk) => withShortLines(hunk, caps.lineCharacters)));
  const all = short.map((hunks) => hunks.flatMap(({ lines }) => lines));
  const lines = fairShare(
    all.map(({ length }) => length),
    caps.lines,
  );
  const characters = fairShare(
    all.map((own) => own.reduce((sum, { length }) => sum + length, 0)),
    caps.bytes,
  );
  return short.map((hunks) => upTo(hunks, { lines, characters }));
}

const withShortLines = (hunk: Hunk, most: number): Hunk => ({
  ...hunk,
  lines: hunk.lines.map((line) => (line.length > most ? `${line.slice(0, most)}…` : line)),
});

/** How much each may have at most, so that all of them together have no more than this. */
function fairShare(amounts: readonly number[], room: number): number {
  let left = room;
  for (const [at, amount] of amounts.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (amounts.length - at));
    if (amount > share) return share;
    left -= amount;
  }
  return room;
}

function upTo(hunks: readonly Hunk[], room: { lines: number; characters: number }): Shortened {
  let { lines: lineRoom, characters } = room;
  const kept: Hunk[] = [];
  for (const hunk of hunks) {
    const lines: string[] = [];
    for (const line of hunk.lines) {
      if (lineRoom < 1 || characters < line.length) {
        if (lines.length > 0) kept.push({ ...hunk, lines });
        return { hunks: kept, isCut: true };
      }
      lineRoom--;
      characters -= line.length;
      lines.push(line);
    }
    kept.push({ ...hunk, lines });
  }
  return { hunks: kept, isCut: false };
}
