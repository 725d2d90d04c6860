// The branches of a `git push`: `HEAD:main`, `+main`, `:main` and `refs/heads/main` all push to main, and some of these forms have the effect of a
// flag.
import type { CommandPattern } from "./command-pattern.ts";
import { endsOf } from "./launchers.ts";
import { plain, unknownWord } from "./made-words.ts";
import { nameOf } from "./program-name.ts";
import type { SimpleCommand, Word } from "./shell/reading.ts";
import type { WordRoom } from "./word-room.ts";

interface Refspec {
  /** Where the branch's short name begins. */
  readonly from: number;
  /** The flag whose effect it has. */
  readonly flags: readonly string[];
}

function readRefspec(text: string): Refspec {
  const isForced = text.startsWith("+");
  const source = isForced ? 1 : 0;
  const colon = text.lastIndexOf(":");
  const isTold = colon !== -1 && colon < text.length - 1;
  const destination = isTold ? colon + 1 : source;
  const [prefix = ""] = /^(?:refs\/)?(?:heads|tags)\//.exec(text.slice(destination)) ?? [];
  return {
    from: destination + prefix.length,
    flags: [...(isForced ? ["--force"] : []), ...(isTold && colon === source ? ["--delete"] : [])],
  };
}

/** A value follows these, unless it is in the same word. */
const valued: ReadonlySet<string> = new Set("-o --push-option --receive-pack --exec --recurse-submodules".split(" "));

interface Push {
  /** Up to the word `push`. */
  readonly front: readonly Word[];
  readonly flags: readonly Word[];
  readonly remote: Word | null;
  readonly refspecs: readonly Word[];
}

function readPush(words: readonly Word[], end: number): Push {
  const flags: Word[] = [];
  const others: Word[] = [];
  let named: Word | null = null;
  for (let at = end + 1; at < words.length; at++) {
    const word = words[at] as Word;
    const next = words[at + 1];
    if (word.text === "--") {
      others.push(...words.slice(at + 1));
      break;
    }
    if (!word.text.startsWith("-")) others.push(word);
    else if (word.text.startsWith("--repo=")) named = plain(word.text.slice("--repo=".length));
    else if (word.text === "--repo" && next) {
      named = next;
      at++;
    } else {
      flags.push(word);
      if (valued.has(word.text) && next) flags.push(words[++at] as Word);
    }
  }
  const [first, ...refspecs] = others;
  return { front: words.slice(0, end + 1), flags, remote: first ?? named, refspecs };
}

export interface Pushes {
  /** A push to each named branch, by its short name. */
  readonly named: readonly SimpleCommand[];
  /** What else the push may be: only git knows the branch, or the remote's name. */
  readonly possible: readonly SimpleCommand[];
  /** Nothing was left out because of a limit. */
  readonly isWhole: boolean;
}

/** Nobody writes a command in which so many words may be the `push`. */
const MAX_PLACES = 4;

export function pushesIn({ words }: SimpleCommand, room: WordRoom): Pushes {
  const [program, ...rest] = words;
  const isGit = nameOf(program?.text ?? "").toLowerCase() === "git";
  const ends = isGit ? endsOf(["git", "push"], ["git", ...rest.map(({ text }) => text)]) : [];
  const pushes = ends.slice(0, MAX_PLACES).map((end) => readPush(words, end));
  return {
    named: room.fill(pushes, namedBy),
    possible: room.fill(pushes, possibleFor),
    isWhole: ends.length <= MAX_PLACES,
  };
}

interface Target {
  readonly place: Word;
  readonly branch: Word;
  /** The flags that its refspec implies. */
  readonly more?: readonly string[];
}

const pushTo = ({ front, flags }: Push, { place, branch, more = [] }: Target): SimpleCommand => ({
  assignments: [],
  words: [...front, ...flags, ...more.map(plain), place, branch],
  targets: [],
});

function* namedBy(push: Push): Generator<SimpleCommand> {
  if (push.remote !== null) yield* toEachBranch(push, push.remote);
}

function* toEachBranch(push: Push, place: Word): Generator<SimpleCommand> {
  for (const { branch, more } of push.refspecs.map(branchOf))
    yield pushTo(push, { place, branch: plain(branch), more });
}

function* possibleFor(push: Push): Generator<SimpleCommand> {
  const { flags, remote, refspecs } = push;
  const place = remote === null || isAddress(remote.text) ? unknownWord : remote;
  const isOpen = refspecs.length === 0 || flags.some(({ text }) => /^--(?:all|branches|mirror)$/.test(text));
  if (isOpen) yield pushTo(push, { place, branch: unknownWord });
  for (const { branch, more } of refspecs.map(branchOf))
    if (isOpenBranch(branch)) yield pushTo(push, { place, branch: unknownWord, more });
  if (place === unknownWord) yield* toEachBranch(push, place);
}

function branchOf({ text }: Word): { branch: string; more: readonly string[] } {
  const { from, flags } = readRefspec(text);
  return { branch: text.slice(from), more: flags };
}

/** The current branch, those that both sides have, or all that match. */
const isOpenBranch = (branch: string): boolean => /^(?:|:|@|HEAD)$|\*/.test(branch);

/** It may be that of any remote. */
const isAddress = (remote: string): boolean => /[/:]|^\.+$/.test(remote);

type PatternWords = CommandPattern["words"];

/** A rule about a push, with short branch names; null if the names are short already. */
export function withShortBranches(words: PatternWords): PatternWords | null {
  const end = words.findIndex((one) => one.kind === "literal" && one.word.text === "push");
  const [program] = words;
  if (end < 1 || program?.kind !== "literal" || nameOf(program.word.text) !== "git") return null;
  const flags = new Set<string>();
  let isRemoteNamed = false;
  const behind = words.slice(end + 1).map((one) => {
    const text = one.kind === "rest" ? "" : one.kind === "glob" ? one.text : one.word.text;
    if (text.startsWith("-")) return one;
    if (!isRemoteNamed || one.kind === "rest") {
      isRemoteNamed = true;
      return one;
    }
    const { from, flags: more } = readRefspec(text);
    for (const flag of more) flags.add(flag);
    return from === 0 ? one : behindIn(one, from);
  });
  if (behind.every((one, at) => one === words[end + 1 + at])) return null;
  const added = [...flags].map((flag) => ({ kind: "literal", word: plain(flag) }) as const);
  return [...words.slice(0, end + 1), ...added, ...behind];
}

function behindIn(one: Exclude<PatternWords[number], { kind: "rest" }>, from: number): PatternWords[number] {
  if (one.kind === "literal") return { kind: "literal", word: plain(one.word.text.slice(from)) };
  const wild = [...one.wild].filter((at) => at >= from).map((at) => at - from);
  const text = one.text.slice(from);
  return wild.length === 0 ? { kind: "literal", word: plain(text) } : { kind: "glob", text, wild: new Set(wild) };
}
