// The flags of deny and ask rules, and of the commands compared with them, in any order, bundling and spelling: `rm -rf` is also `rm -f -r` and `rm
// x --recursive --force`, and `curl -X POST` is also `curl -sXPOST` and `curl --request=POST`.
import type { FlagName, FlagTable } from "./flag-spellings.ts";
import { isFlag } from "./flags.ts";
import { matchesWildcard } from "./wildcard.ts";

/** A word; in a rule it may have wildcards. */
export interface Piece {
  readonly text: string;
  readonly wild: ReadonlySet<number>;
  /** Any number of words. */
  readonly isRest?: boolean;
}

interface Flag {
  /** All its spellings. */
  readonly names: readonly string[];
  /** Its possible values; empty if it has none, or if any value is meant. */
  readonly values: readonly Piece[];
}

interface Side {
  readonly table: FlagTable;
  readonly isRule: boolean;
  /** In a rule: the letters after one dash are one flag's name, as in `terraform apply -destroy`. */
  readonly isOneDashLong?: boolean;
}

export interface Arguments<P extends Piece> {
  readonly flags: readonly Flag[];
  /** Neither flags nor values of flags. */
  readonly others: readonly P[];
}

const none: ReadonlySet<number> = new Set();

/**
 * Separates flags and their values from the operands. In a command, the word after an unknown flag may be its value; in a rule, only what follows
 * `=` is a value.
 */
export function readArguments<P extends Piece>(pieces: readonly P[], place: Side): Arguments<P> {
  const flags: Flag[] = [];
  const others: P[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as P;
    if (!isReadable(piece)) {
      others.push(piece);
      continue;
    }
    const next = pieces[at + 1];
    const value = next === undefined || next.isRest ? [] : [next];
    const read = piece.text.startsWith("--") ? readLong : readLetters;
    const { found, takesNext } = read(piece, { ...place, value });
    flags.push(...found.flatMap((flag) => meaningOf(flag, place.table)));
    if (takesNext && value.length > 0) at++;
  }
  return { flags, others };
}

/** A rule may leave a flag's value open, but not its name. */
function isReadable({ text, wild, isRest = false }: Piece): boolean {
  if (isRest || !isFlag(text)) return false;
  const sign = text.indexOf("=");
  return [...wild].every((at) => sign !== -1 && at > sign);
}

interface WordPosition extends Side {
  /** The next word, if there is one. */
  readonly value: readonly Piece[];
}

/** `--privileged` means `--privileged=true`. */
const yes: Piece = { text: "true", wild: none };

interface Read {
  readonly found: readonly Flag[];
  /** The next word is certainly its value. */
  readonly takesNext: boolean;
}

function readLong(piece: Piece, { value, table, isRule }: WordPosition): Read {
  const { text } = piece;
  const sign = text.indexOf("=");
  const name = sign === -1 ? text : text.slice(0, sign);
  const known = longFlags(name, table);
  // Some programs accept a long flag with one dash, too.
  const names = [
    ...new Set([name, ...known.flatMap((flag) => flag.names), ...(name.length > 3 ? [name.slice(1)] : [])]),
  ];
  if (sign !== -1) return { found: [{ names, values: [behind(piece, sign + 1)] }], takesNext: false };
  const mayTake = known.some(({ takesValue }) => takesValue);
  const takesNext = mayTake && known.every(({ takesValue }) => takesValue);
  if (isRule) return { found: [{ names, values: takesNext ? value : [] }], takesNext };
  const values = [...(mayTake || known.length === 0 ? value : []), ...(takesNext ? [] : [yes])];
  return { found: [{ names, values }], takesNext };
}

/** Most programs accept a prefix of a long flag. */
function longFlags(name: string, { flags }: FlagTable): readonly FlagName[] {
  const exact = flags.get(name);
  if (exact || name.length < 3) return exact ?? [];
  return [...flags].flatMap(([one, found]) => (one.startsWith(name) ? found : []));
}

/** `-destroy` and `-destroy=true` as one flag; none if there is only one letter. */
function readOneDash(piece: Piece, { value, isRule }: WordPosition): Flag[] {
  const [name] = /^-[A-Za-z][\w-]+/.exec(piece.text) ?? [];
  if (name === undefined) return [];
  if (piece.text[name.length] === "=") return [{ names: [name], values: [behind(piece, name.length + 1)] }];
  return [{ names: [name], values: isRule ? [] : [...value, yes] }];
}

function readLetters(piece: Piece, place: WordPosition): Read {
  const { value, table, isRule, isOneDashLong = false } = place;
  const { text } = piece;
  if (text.startsWith("+")) return { found: [{ names: [text], values: [] }], takesNext: false };
  const long = readOneDash(piece, place);
  // In a rule, letters with a value, the first of which is not a known flag, are one long flag.
  const isLong = isOneDashLong || (isRule && text.includes("=") && !table.flags.has(text.slice(0, 2)));
  if (isLong && long.length > 0) return { found: long, takesNext: false };
  const found: Flag[] = isRule ? [] : long;
  const whole = table.flags.get(`-${text}`);
  if (whole && text.length > 2) found.push({ names: whole.flatMap(({ names }) => names), values: [] });
  for (let at = 1; at < text.length && /[A-Za-z0-9]/.test(text[at] ?? ""); at++) {
    const name = `-${text[at]}`;
    const known = table.flags.get(name) ?? [];
    const names = [...new Set([name, ...known.flatMap((flag) => flag.names)])];
    const mayTake = known.some(({ takesValue }) => takesValue);
    const isLast = at === text.length - 1;
    const joined = [behind(piece, at + 1), ...(text[at + 1] === "=" ? [behind(piece, at + 2)] : [])];
    found.push({ names, values: !mayTake ? (isRule ? [] : [yes]) : isLast ? value : joined });
    if (mayTake && known.every(({ takesValue }) => takesValue)) return { found, takesNext: isLast };
  }
  return { found, takesNext: false };
}

/** The rest of a word, from a position on. */
function behind({ text, wild }: Piece, from: number): Piece {
  return {
    text: text.slice(from),
    wild: wild.size === 0 ? none : new Set([...wild].filter((at) => at >= from).map((at) => at - from)),
  };
}

/** `git branch -D` is two flags: --delete --force. */
function meaningOf(flag: Flag, table: FlagTable): Flag[] {
  const meant = lookUp(flag, table.means);
  return meant.length === 0 ? [flag] : meant.map((text) => spelled(text, table));
}

/** By one of its names, or by a name with its value. */
const lookUp = ({ names, values }: Flag, records: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  if (records.size === 0) return [];
  const keys = names.flatMap((name) => [name, ...values.map(({ text }) => `${name}=${text}`)]);
  return keys.flatMap((key) => records.get(key) ?? []);
};

function spelled(text: string, table: FlagTable): Flag {
  const [name = "", ...value] = text.split("=");
  const names = [...new Set([name, ...(table.flags.get(name) ?? []).flatMap((flag) => flag.names)])];
  return { names, values: value.length === 0 ? [] : [{ text: value.join("="), wild: none }] };
}

/** The flags of a command, and the flags that these imply. An explicit flag overrides an implied one. */
export function withImplied(flags: readonly Flag[], table: FlagTable): readonly Flag[] {
  const implied = flags.flatMap((flag) => lookUp(flag, table.implies)).map((text) => spelled(text, table));
  return [
    ...flags,
    ...implied.filter(({ names }) => !flags.some((flag) => flag.names.some((one) => names.includes(one)))),
  ];
}

/** Whether a flag of a rule is among those of a command. */
export const isAmong = (wanted: Flag, given: readonly Flag[]): boolean =>
  given.some(
    ({ names, values }) =>
      names.some((name) => wanted.names.some((one) => one === name || isBeginning(name, one))) &&
      (wanted.values.length === 0 ||
        values.some(({ text }) => wanted.values.some((one) => matchesWildcard(text, one, null)))),
  );

const isBeginning = (name: string, whole: string): boolean =>
  name.length > 2 && /^--./.test(name) && whole.startsWith(name);
