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

export interface Room {
  lines: number;
  characters: number;
}

/** As much of these hunks as there is room for, which is then taken. Lines that are too long end with "…". */
export function shortenHunks(
  hunks: readonly Hunk[],
  room: Room,
  maxLineCharacters: number,
): { hunks: readonly Hunk[]; isCut: boolean } {
  const kept: Hunk[] = [];
  for (const hunk of hunks) {
    const lines: string[] = [];
    for (const line of hunk.lines) {
      const shown = line.length > maxLineCharacters ? `${line.slice(0, maxLineCharacters)}…` : line;
      if (room.lines < 1 || room.characters < shown.length) {
        // What follows would not be next to it any more.
        room.lines = 0;
        if (lines.length > 0) kept.push({ ...hunk, lines });
        return { hunks: kept, isCut: true };
      }
      room.lines--;
      room.characters -= shown.length;
      lines.push(shown);
    }
    kept.push({ ...hunk, lines });
  }
  return { hunks: kept, isCut: false };
}
