// Commands that have two names: `npx x` is `npm exec x`. A rule about the one is a rule about the other.
import { endsOf, MAX_WORDS } from "./launchers.ts";
import { nameOf } from "./program-name.ts";
import type { SimpleCommand, Word } from "./shell/reading.ts";

const containers =
  "run exec create rm stop start restart kill logs inspect cp rename update attach commit export".split(" ");
const images = "pull push build tag save load import history".split(" ");
const ofContainers = ["docker", "podman"].flatMap((program) => [
  ...containers.map((one) => [`${program} ${one}`, `${program} container ${one}`]),
  ...images.map((one) => [`${program} ${one}`, `${program} image ${one}`]),
  [`${program} rmi`, `${program} image rm`],
  [`${program}-compose`, `${program} compose`],
]);

const pairs: readonly (readonly string[])[] = [
  ["npx", "npm exec"],
  ["pnpx", "pnpm dlx"],
  ["bunx", "bun x"],
  ["uvx", "uv tool run"],
  ["gradlew", "gradle"],
  ["mvnw", "mvn"],
  ["gmake", "make"],
  ["inv", "invoke"],
  ["go-task", "task"],
  ["git remote rm", "git remote remove"],
  ...ofContainers,
];

/** Each way from one name to the other. */
const ways = pairs.flatMap(([one = "", other = ""]) => [
  { from: one.split(" "), to: other.split(" ") },
  { from: other.split(" "), to: one.split(" ") },
]);

const plain = (text: string): Word => ({ text, wild: [], quotedFrom: null, isTilde: false, hasBraces: false });

const programs = new Set(ways.map(({ from }) => from[0]));

/** The same command by its other names. */
export function underSecondNames({ words }: SimpleCommand): SimpleCommand[] {
  const [program] = words;
  const name = nameOf(program?.text ?? "").toLowerCase();
  if (!programs.has(name)) return [];
  const names = [name, ...words.slice(1, MAX_WORDS).map(({ text }) => text)];
  return ways.flatMap(({ from, to }) =>
    endsOf(from, names).map((end) => ({
      assignments: [],
      words: [...to.map(plain), ...words.slice(end + 1)],
      targets: [],
    })),
  );
}
