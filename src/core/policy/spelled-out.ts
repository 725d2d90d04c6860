// Words that some programs accept in several forms, or by default: the same command in other words.
import { behindFlags, isFlag } from "./flags.ts";
import { isInterpreter } from "./interpreters.ts";
import { splitKinds } from "./kubernetes-kinds.ts";
import { endsOf, MAX_WORDS } from "./launchers.ts";
import { plain } from "./made-words.ts";
import { isSubcommand } from "./ordinary-subcommands.ts";
import type { Word } from "./shell/reading.ts";
import { underSignals } from "./signals.ts";

type Words = readonly Word[];

const changed = (words: Words, change: (text: string) => string): Words =>
  words.map((word, at) => (at === 0 || change(word.text) === word.text ? word : plain(change(word.text))));

/** `python -mpip install`, `python -Bm pip install`. */
function moduleIn(flag: string, behind: Words): Words[] {
  const [, module] = /^-[A-Za-z]*?m(.*)$/s.exec(flag) ?? [];
  if (module === undefined) return [];
  return [module === "" ? [...behind] : [plain(module), ...behind]];
}

const namesIn = (program: string, words: Words): string[] => [
  program,
  ...words.slice(1, MAX_WORDS).map(({ text }) => text),
];

/** The file that an interpreter runs, as a program: `ruby bin/rails db:drop`. */
function scriptIn(program: string, words: Words): Words[] {
  const names = namesIn(program, words);
  return behindFlags(names, 1)
    .filter((at) => /[./]/.test(names[at] ?? ""))
    .map((at) => words.slice(at));
}

/** A package's program that needs no `exec`: `pnpm --filter db prisma migrate`, `yarn run prisma migrate`. */
function programIn(program: string, words: Words): Words[] {
  const names = namesIn(program, words);
  const starts = [0, ...endsOf([program, "run"], names)].map((at) => at + 1);
  return behindFlags(names, starts)
    .filter((at) => names[at] !== undefined && !isSubcommand(program, names[at] ?? ""))
    .map((at) => words.slice(at));
}

/** `yarn workspace site build` is `yarn build` in that workspace. */
function withoutWorkspace(words: Words): Words[] {
  const names = namesIn("yarn", words);
  const starts = endsOf(["yarn", "workspace"], names).map((end) => end + 1);
  return behindFlags(names, starts).map((at) => [plain("yarn"), ...words.slice(at + 1)]);
}

function yarn(words: Words): Words[] {
  const isBare = words.slice(1).every(({ text }) => isFlag(text) && !/^(?:-[vh]|--version|--help)$/.test(text));
  const installs = isBare ? [[plain("yarn"), plain("install"), ...words.slice(1)]] : [];
  return [...installs, ...withoutWorkspace(words), ...programIn("yarn", words)];
}

/** Numeric modes that mean the same, and the letters for everybody. */
function chmod(words: Words): Words[] {
  const numbered = changed(words, (text) => (/^(?:a|ugo)?[+=]rwx$/.test(text) ? "777" : text));
  return ["", "0"].map((zero) =>
    changed(numbered, (text) => (/^0*[0-7]{3}$/.test(text) ? `${zero}${text.slice(-3)}` : text)),
  );
}

/** A host without the user name. */
const ssh = (words: Words): Words[] => [
  changed(words, (text) => text.replace(/^ssh:\/\//, "").replace(/^[^-@/:=][^@/:]*@/, "")),
];

const service = ([, unit, verb, ...more]: Words): Words[] =>
  unit && verb ? [[plain("systemctl"), verb, unit, ...more]] : [];

const rewriters: Readonly<Record<string, (words: Words) => Words[]>> = {
  yarn,
  chmod,
  service,
  ...Object.fromEntries(["pnpm", "bun"].map((program) => [program, (words: Words) => programIn(program, words)])),
  ...Object.fromEntries(["ssh", "scp", "sftp"].map((program) => [program, ssh])),
  ...Object.fromEntries(["kill", "pkill", "killall"].map((program) => [program, underSignals])),
  kubectl: (words) => [splitKinds(words)],
  systemctl: (words) => [changed(words, (text) => text.replace(/(?<=.)\.service$/, ""))],
  "redis-cli": (words) => [changed(words, (text) => text.toLowerCase()), changed(words, (text) => text.toUpperCase())],
  git: withPathsOnly,
};

/** `git checkout main -- a` changes `a`, as `git checkout -- a` does. */
function withPathsOnly(words: Words): Words[] {
  const names = namesIn("git", words);
  const [end] = endsOf(["git", "checkout"], names);
  if (end === undefined) return [];
  const paths = names.indexOf("--", end);
  const [last] = words.slice(-1);
  const from = paths !== -1 ? paths + 1 : last && isRoot(last.text) ? words.length - 1 : -1;
  return from === -1 ? [] : [[...words.slice(0, end + 1), plain("--"), ...words.slice(from)]];
}

const isRoot = (text: string): boolean => /^(?:\.\/?|:\/)$/.test(text);

/** One at a time: there may be one for each word. */
export function* rewritten(program: string, words: Words): Generator<Words> {
  if (Object.hasOwn(rewriters, program)) yield* rewriters[program]?.(words) ?? [];
  if (isInterpreter(program)) yield* scriptIn(program, words);
  if (program === "python") for (const [at, { text }] of words.entries()) yield* moduleIn(text, words.slice(at + 1));
  if (program.startsWith("mkfs.")) yield [plain("mkfs"), ...words.slice(1)];
}

export const isRewritten = (program: string): boolean =>
  Object.hasOwn(rewriters, program) || isInterpreter(program) || program.startsWith("mkfs.");
