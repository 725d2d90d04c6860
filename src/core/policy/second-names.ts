// Commands with two names: `npx x` is `npm exec x`. A rule about either catches both, and also a command that includes it.
import { includedCommands, type Rewrite, rewrite } from "./included-commands.ts";
import { endsOf, MAX_WORDS } from "./launchers.ts";
import { plain } from "./made-words.ts";
import { nameOf, unversioned } from "./program-name.ts";
import type { SimpleCommand, Word } from "./shell/reading.ts";
import { isRewritten, rewritten } from "./spelled-out.ts";
import type { WordRoom } from "./word-room.ts";

const containers =
  "run exec create rm stop start restart kill logs inspect cp rename update attach commit export".split(" ");
const images = "pull push build tag save load import history".split(" ");
const ofContainers = ["docker", "podman"].flatMap((program) => [
  ...containers.map((one) => [`${program} ${one}`, `${program} container ${one}`]),
  ...images.map((one) => [`${program} ${one}`, `${program} image ${one}`]),
  ...["container", "image", "volume", "network"].map((one) => [`${program} ${one} rm`, `${program} ${one} remove`]),
  [`${program} rmi`, `${program} image rm`],
  [`${program} rm`, `${program} remove`],
  [`${program}-compose`, `${program} compose`],
]);

const pairs: readonly (readonly string[])[] = [
  ["npx", "npm exec"],
  ["pnpx", "pnpm dlx"],
  ["bunx", "bun x"],
  ["uvx", "uv tool run"],
  ["yarnpkg", "yarn"],
  [".", "source"],
  ["nodejs", "node"],
  ["gradlew", "gradle"],
  ["mvnw", "mvn"],
  ["mvnd", "mvn"],
  ["inv", "invoke"],
  ["go-task", "task"],
  ["apt-get", "apt"],
  ["mariadb", "mysql"],
  ["netcat", "nc"],
  ["flyctl", "fly"],
  ["vercel", "vc"],
  ["serverless", "sls"],
  ["aws-cdk", "cdk"],
  ["firebase-tools", "firebase"],
  ["composer.phar", "composer"],
  ["dotnet-ef", "dotnet ef"],
  ["gsutil rm", "gcloud storage rm"],
  ...["start", "test", "stop", "restart"].map((one) => [`npm ${one}`, `npm run ${one}`]),
  // A word that is not one of their subcommands is a script.
  ...["pnpm", "yarn", "bun", "turbo"].map((program) => [program, `${program} run`]),
  ["yarn publish", "yarn npm publish"],
  ...["pr", "issue", "release", "repo"].map((one) => [`gh ${one} create`, `gh ${one} new`]),
  ["pip", "uv pip"],
  ["git remote rm", "git remote remove"],
  ...ofContainers,
];

/** Each derivation from one name to another, by the program that the name begins with. */
const rewrites: ReadonlyMap<string, readonly Rewrite[]> = Map.groupBy(
  [...pairs.flatMap(([one = "", other = ""]) => [rewrite(one, other), rewrite(other, one)]), ...includedCommands],
  ({ from: [program = ""] }) => program,
);

/** A name may lead to another one, and that to a third. */
const MAX_ROUNDS = 3;
/** The limit for derived commands. */
const MAX_MADE = 4096;

interface Renamed {
  readonly commands: readonly SimpleCommand[];
  /** There are no more. */
  readonly isWhole: boolean;
}

/** The same commands under their other names. */
export function underSecondNames(given: readonly SimpleCommand[], room: WordRoom): Renamed {
  const found: SimpleCommand[] = [];
  const seen = new Set<string>();
  const isNew = ({ words }: SimpleCommand): boolean => {
    const key = words.map(({ text }) => text).join("\0");
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  let last = given;
  for (let round = 0; round < MAX_ROUNDS && last.length > 0; round++) {
    last = room.fill(last, otherNamesOf).filter(isNew);
    found.push(...last);
    if (found.length > MAX_MADE) return { commands: found.slice(0, MAX_MADE), isWhole: false };
  }
  return { commands: found, isWhole: true };
}

/** One at a time: some commands have more names than the limit allows. */
function* otherNamesOf({ words }: SimpleCommand): Generator<SimpleCommand> {
  for (const some of otherWordsFor(words)) if (some.length > 0) yield { assignments: [], words: some, targets: [] };
}

function* otherWordsFor(words: readonly Word[]): Generator<readonly Word[]> {
  const [program, ...behind] = words;
  const written = nameOf((program?.text ?? "").toLowerCase());
  const chosen = withoutVersion(written);
  const name = unversioned(chosen ?? written);
  if (chosen !== null) yield [plain(chosen), ...behind];
  const leading = rewrites.get(name) ?? [];
  if (leading.length > 0) {
    const names = [name, ...words.slice(1, MAX_WORDS).map(({ text }) => text)];
    for (const { from, to, flag, without } of leading) {
      if (flag && !names.some((one) => flag.test(one))) continue;
      if (without && names.some((one, at) => at > 0 && without.test(one))) continue;
      for (const end of endsOf(from, names)) yield [...to.map(plain), ...words.slice(end + 1)];
    }
  }
  if (isRewritten(name)) yield* rewritten(name, words);
}

/** `prisma@latest` after npx is prisma; null if no version is given. */
function withoutVersion(name: string): string | null {
  const at = name.lastIndexOf("@");
  return at > 0 && /^[\w.^~*-]+$/.test(name.slice(at + 1)) ? name.slice(0, at) : null;
}
