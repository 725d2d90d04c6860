// A file that is taken in, and what it comes to.
import type { LeftOut } from "../../../src/core/index.ts";
import type { Summary } from "../../../src/core/summary.ts";
import { at, ID, type Piece, start, talk } from "./lines.ts";

/** What the clock shows when the files come. */
export const IMPORTED_AT = "2026-01-01T00:00:00.000Z";

/** Directories of this machine; people have allowed something in the second one. */
export interface Here {
  readonly here: string;
  readonly trusted: string;
}

export interface TakenFile {
  readonly name: string;
  readonly pieces: (dirs: Here) => readonly Piece[];
  /** What the import says that it has left out. */
  readonly left: readonly LeftOut["what"][];
  readonly row?: (dirs: Here) => Partial<Summary>;
  /** What a prompt comes to; "works" where nothing is said. */
  readonly prompt?: "works" | "is gone" | "can't resume this conversation" | "is not known here";
  /** Events that are kept, but that this version can make nothing of. */
  readonly unknown?: number;
}

type More = Partial<Omit<TakenFile, "name" | "pieces" | "left">>;
export const taken = (
  name: string,
  left: readonly LeftOut["what"][],
  pieces: (dirs: Here) => readonly Piece[],
  more: More = {},
): TakenFile => ({ name, left, pieces, ...more });

export const inside =
  (...pieces: Piece[]) =>
  ({ here }: Here): Piece[] => [start(here), ...pieces];
export const afterTalk =
  (...pieces: Piece[]) =>
  ({ here }: Here): Piece[] => [start(here), ...talk(), ...pieces];
export const allow = '[[allow]]\ncommand = "touch **"\n';
export const gone = { prompt: "can't resume this conversation" } as const;
export const daemon = { kind: "daemon" };
export const deep = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
export const wide = (values: number): string => `[${"0,".repeat(values - 1)}0]`;
export const rawEvent = (type: string, data: string): string =>
  `{"session":"${ID}","seq":2,"at":"${at}","type":"${type}","by":{"kind":"client"},"data":${data}}`;
