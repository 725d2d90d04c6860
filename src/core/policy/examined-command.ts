// A command that deny and ask rules are compared with. What all rules need to know of it is computed once.
import { type Arguments, type Piece, readArguments, withImplied } from "./denied-flags.ts";
import { type FlagTable, flagTableFor } from "./flag-spellings.ts";
import { isFlag } from "./flags.ts";
import { listBegins } from "./operand-lists.ts";
import { isVersionOf, nameOf } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";
import { takesTasks } from "./task-runners.ts";
import { matchesWildcard, type Wildcard } from "./wildcard.ts";

interface WordPiece extends Piece {
  readonly word: Word;
}

interface Flagged {
  readonly table: FlagTable;
  readonly flags: Arguments<WordPiece>["flags"];
  /** The operands, in each way in which flags can be separated from them. */
  readonly arrangements: readonly (readonly Word[])[];
}

const literally: ReadonlySet<number> = new Set();

export class ExaminedCommand {
  readonly words: readonly Word[];
  /** The program's name without its directory, in lower case, because some file systems ignore case. */
  readonly program: string;
  /** The names that the program's word may stand for if the shell expands it. */
  readonly #open: Wildcard | null;
  /** In lower case. */
  readonly #written: string;
  #flagged: Flagged | null = null;
  #listBegins: number | null = null;

  constructor(words: readonly Word[]) {
    const [first] = words;
    this.words = words;
    // In zsh `=rm` is the path of rm.
    this.#written = (first?.text ?? "").toLowerCase().replace(/^=/, "");
    this.program = nameOf(this.#written);
    this.#open = first === undefined || first.wild.length === 0 ? null : openName(this.#written);
  }

  /** By its name, in any directory and any case; also as a pattern that may stand for it. */
  isProgram(name: string): boolean {
    // `./deploy.sh` is deploy.sh, in whatever directory it is run.
    const wanted = name.toLowerCase().replace(/^(?:\.\/+)+(?=.)/, "");
    // A rule with a path means the program at that path.
    const isPlaced = wanted.includes("/");
    if (isPlaced && !wanted.startsWith("/") && `/${this.#written}`.endsWith(`/${wanted}`)) return true;
    if (this.#written === wanted || isVersionOf(this.program, isPlaced ? wanted : nameOf(wanted))) return true;
    return this.#open !== null && matchesWildcard(wanted, this.#open, null);
  }

  /** The word of a rule from which on the order does not matter. */
  get listBegins(): number {
    this.#listBegins ??= takesTasks(this.program)
      ? 1
      : listBegins(
          this.program,
          this.words.map(({ text }) => text),
        );
    return this.#listBegins;
  }

  get flagged(): Flagged {
    this.#flagged ??= readFlagged(this.words);
    return this.#flagged;
  }
}

function openName(written: string): Wildcard {
  const text = nameOf(written.replace(/\[[^\]]*(?:\]|$)/g, (set) => (set.endsWith("]") ? "?" : set)));
  return { text, wild: new Set([...text.matchAll(/[*?]/g)].map(({ index }) => index)) };
}

function readFlagged(words: readonly Word[]): Flagged {
  const table = flagTableFor(words.map(({ text }) => text));
  const pieces = words.map((word): WordPiece => ({ text: word.text, wild: literally, word }));
  const { flags, others } = readArguments(pieces, { table, isRule: false });
  return {
    table,
    flags: withImplied(flags, table),
    arrangements: [
      words,
      words.filter(({ text }) => !isFlag(text)),
      others.map(({ word }) => word),
      words.flatMap(apartFromValue),
    ],
  };
}

/** `--namespace=prod` as two words. */
function apartFromValue(word: Word): Word[] {
  const [name] = /^--?[A-Za-z][\w.-]*=/.exec(word.text) ?? [];
  if (name === undefined) return [word];
  return [
    { ...word, text: name.slice(0, -1) },
    { ...word, text: word.text.slice(name.length) },
  ];
}
