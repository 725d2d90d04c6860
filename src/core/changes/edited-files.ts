// Edits put together by file. Lines that nobody will be shown are only counted, so its size is bounded whatever the edits are.
import type { FileChange, Hunk } from "./file-change.ts";
import type { DiffLine } from "./line-diff.ts";
import type { FileEdit } from "./tool-edits.ts";

interface EditedFile {
  added: number;
  removed: number;
  readonly hunks: Hunk[];
  isCut: boolean;
  readonly turns: Set<string>;
}

export class EditedFiles {
  readonly #files = new Map<string, EditedFile>();
  #room: { lines: number; characters: number };

  /** `room`: for the lines of all files together. */
  constructor(room: { readonly lines: number; readonly characters: number }) {
    this.#room = { ...room };
  }

  add({ path, turn, diff }: FileEdit): void {
    const file = this.#files.get(path) ?? { added: 0, removed: 0, hunks: [], isCut: false, turns: new Set() };
    this.#files.set(path, file);
    if (turn !== null) file.turns.add(turn);
    if (!diff) return;
    file.added += diff.added;
    file.removed += diff.removed;
    const kept = diff.lines.filter((line) => this.#take(line));
    file.hunks.push(...hunksOf(kept));
    file.isCut ||= diff.isCut === true || kept.length < diff.lines.length;
  }

  /** By path. */
  list(): FileChange[] {
    const files = [...this.#files].map(
      ([path, { added, removed, hunks, isCut, turns }]): FileChange => ({
        path,
        // Whether a file existed before is not known: one that was written as a whole may be new.
        status: "modified",
        kind: "text",
        ...{ added, removed, hunks, turns: [...turns] },
        ...(isCut ? { cut: true as const } : {}),
      }),
    );
    return files.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** Once there is no room for a line, there is none for those after it. */
  #take({ text }: DiffLine): boolean {
    const { lines, characters } = this.#room;
    const isRoom = lines > 0 && characters >= text.length;
    this.#room = isRoom ? { lines: lines - 1, characters: characters - text.length } : { lines: 0, characters: 0 };
    return isRoom;
  }
}

const signs = { same: " ", added: "+", removed: "-" } as const;

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: (Hunk & { lines: string[] })[] = [];
  const open = (gap?: DiffLine): Hunk & { lines: string[] } => {
    const { next, text = "" } = gap ?? {};
    const hunk = { oldStart: next?.old ?? null, newStart: next?.now ?? null, heading: text, lines: [] };
    hunks.push(hunk);
    return hunk;
  };
  let hunk: (Hunk & { lines: string[] }) | null = null;
  for (const line of lines) {
    if (line.kind === "gap") hunk = open(line);
    else {
      hunk ??= open();
      hunk.lines.push(signs[line.kind] + line.text);
    }
  }
  return hunks.filter((one) => one.lines.length > 0);
}
