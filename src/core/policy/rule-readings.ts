// Equivalent commands that a deny or ask rule catches, too.
import type { CommandPattern } from "./command-pattern.ts";
import { isInterpreter } from "./interpreters.ts";
import { kindAndName } from "./kubernetes-kinds.ts";
import { plain } from "./made-words.ts";
import { withShortBranches } from "./pushed-branches.ts";
import { isShellName } from "./texts-that-run.ts";

type PatternWords = CommandPattern["words"];

export function otherReadings({ assignments, words }: CommandPattern): CommandPattern[] {
  return [
    withShortBranches(words),
    withoutStarter(words),
    withKindsApart(words),
    withoutDashes(words),
    withoutUnitKind(words),
  ].flatMap((one) => (one === null ? [] : [{ assignments, words: one }]));
}

const literals = (words: PatternWords): string[] => {
  const end = words.findIndex(({ kind }) => kind !== "literal");
  return (end === -1 ? words : words.slice(0, end)).flatMap((one) => (one.kind === "literal" ? [one.word.text] : []));
};

/** They run a package's program, whichever of them is used. */
const starters: ReadonlySet<string> = new Set(
  [
    "npx,bunx,pnpx,uvx",
    "npm exec,npm x,pnpm exec,pnpm dlx,yarn exec,yarn dlx,bun x,bundle exec",
    "uv run,uv tool run,poetry run,pipenv run,pdm run,pipx run",
  ].flatMap((line) => line.split(",")),
);

/** A rule that names a program and its subcommand, as in `npx prisma migrate reset`, means it however the program is started. */
function withoutStarter(words: PatternWords): PatternWords | null {
  const texts = literals(words);
  const runsFiles = isInterpreter(texts[0] ?? "") || texts[0] === "php" || isShellName(texts[0] ?? "");
  const from = runsFiles ? 1 : starterLength(texts);
  const [program, action] = texts.slice(from);
  if (from === 0 || program === undefined || program.startsWith("-")) return null;
  // A local script is identified by its name.
  return action === undefined && !(runsFiles && /[./]/.test(program)) ? null : words.slice(from);
}

const starterLength = (texts: readonly string[]): number =>
  [3, 2, 1].find((length) => starters.has(texts.slice(0, length).join(" "))) ?? 0;

/** `pod/x` is `pod x`. */
function withKindsApart(words: PatternWords): PatternWords | null {
  if (literals(words)[0] !== "kubectl") return null;
  const apart = words.flatMap((one): PatternWords => {
    const parts = one.kind === "literal" ? kindAndName(one.word.text) : null;
    return parts === null ? [one] : parts.map((text) => ({ kind: "literal", word: plain(text) }));
  });
  return apart.length === words.length ? null : apart;
}

/** A rule that denies `git checkout -- .` means `git checkout .`, too. */
function withoutDashes(words: PatternWords): PatternWords | null {
  const at = words.findIndex((one) => one.kind === "literal" && one.word.text === "--");
  return at > 0 && words[at + 1]?.kind === "literal" ? words.toSpliced(at, 1) : null;
}

/** systemctl treats a unit without a suffix as a service. */
function withoutUnitKind(words: PatternWords): PatternWords | null {
  if (literals(words)[0] !== "systemctl") return null;
  return words.map((one) =>
    one.kind === "literal" ? { kind: "literal", word: plain(one.word.text.replace(/(?<=.)\.service$/, "")) } : one,
  );
}
