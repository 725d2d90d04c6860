// Commands that have two names: `npx x` is `npm exec x`. A rule about the one is a rule about the other. And commands that do what another
// one does, and more: a rule about that one is a rule about them, too.
import { isFlag } from "./flags.ts";
import { endsOf, MAX_WORDS } from "./launchers.ts";
import { plain } from "./made-words.ts";
import { nameOf, unversioned } from "./program-name.ts";
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
  ["inv", "invoke"],
  ["go-task", "task"],
  ...["start", "test", "stop", "restart"].map((one) => [`npm ${one}`, `npm run ${one}`]),
  // A word that is none of their own is a script.
  ...["pnpm", "yarn", "bun"].map((program) => [program, `${program} run`]),
  ["pip", "uv pip"],
  ["git remote rm", "git remote remove"],
  ...ofContainers,
];

interface Way {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Only with this flag. */
  readonly flag?: RegExp;
}

const way = (from: string, to: string, flag?: RegExp): Way => ({
  from: from.split(" "),
  to: to.split(" "),
  ...(flag ? { flag } : {}),
});

/** A flag that is set, with one dash or two. */
const isSet = (name: string): RegExp => new RegExp(`^--?${name}(?:=(?!(?:0|f|false|no)$).*)?$`, "i");

/** `--push`, and what is built for a registry: `-o type=registry`. */
const pushes = /^--push(?:=true)?$|\btype=registry\b|\bpush=true\b/;

/** What a command does besides, or by a longer way. */
const included: readonly Way[] = [
  way("npm install-test", "npm install"),
  way("npm install-test", "npm test"),
  way("npm install-ci-test", "npm ci"),
  way("npm install-ci-test", "npm test"),
  way("npm restart", "npm stop"),
  way("npm restart", "npm start"),
  way("pnpm install-test", "pnpm install"),
  way("pnpm install-test", "pnpm test"),
  ...["pnpm", "yarn", "bun"].map((program) => way(`${program} add`, `${program} install`)),
  ...["docker", "podman"].flatMap((program) =>
    ["build", "image build", "buildx build", "buildx bake"].map((one) =>
      way(`${program} ${one}`, `${program} push`, pushes),
    ),
  ),
  // They run what a package brings for its installation.
  ...["pip download", "pip wheel", "uv pip sync"].map((one) => way(one, "pip install")),
  way("uv pip sync", "uv pip install"),
  ...["terraform", "tofu"].flatMap((program) => [
    way(`${program} apply`, `${program} destroy`, isSet("destroy")),
    way(`${program} destroy`, `${program} apply -destroy`),
  ]),
  ...["send-pack", "subtree push", "lfs push"].map((one) => way(`git ${one}`, "git push")),
  way("kubectl replace", "kubectl delete", isSet("force")),
  way("kubectl apply", "kubectl delete", isSet("prune")),
  way("aws s3 mv", "aws s3 rm"),
  way("aws s3 sync", "aws s3 rm", isSet("delete")),
  way("aws s3 rb", "aws s3 rm", isSet("force")),
  ...["autossh", "mosh"].map((program) => way(program, "ssh")),
  way("sudoedit", "sudo"),
  ...["alpha", "beta"].map((stage) => way(`gcloud ${stage}`, "gcloud")),
];

/** Each way from one name to another, by the program that it begins with. */
const ways: ReadonlyMap<string, readonly Way[]> = Map.groupBy(
  [...pairs.flatMap(([one = "", other = ""]) => [way(one, other), way(other, one)]), ...included],
  ({ from: [program = ""] }) => program,
);

const programs = new Set([...ways.keys(), "chmod", "python"]);

/** The same command by its other names. */
export function underSecondNames({ words }: SimpleCommand): SimpleCommand[] {
  const [program] = words;
  const name = unversioned(nameOf((program?.text ?? "").toLowerCase()));
  if (!programs.has(name)) return [];
  const names = [name, ...words.slice(1, MAX_WORDS).map(({ text }) => text)];
  const renamed = (ways.get(name) ?? [])
    .filter(({ flag }) => flag === undefined || names.some((one) => flag.test(one)))
    .flatMap(({ from, to }) => endsOf(from, names).map((end) => [...to.map(plain), ...words.slice(end + 1)]));
  return [...renamed, ...spelledOut(name, words)].map((some) => ({ assignments: [], words: some, targets: [] }));
}

/** What a program does when it is told nothing, and numbers that mean the same. */
function spelledOut(name: string, words: readonly Word[]): Word[][] {
  if (name === "yarn" && words.slice(1).every(({ text }) => isFlag(text) && !/^(?:-[vh]|--version|--help)$/.test(text)))
    return [[plain(name), plain("install"), ...words.slice(1)]];
  if (name === "python") return words.flatMap(({ text }, at) => moduleIn(text, words.slice(at + 1)));
  if (name !== "chmod") return [];
  return ["", "0"].map((zero) =>
    words.map((word) => (/^0*[0-7]{3}$/.test(word.text) ? plain(`${zero}${word.text.slice(-3)}`) : word)),
  );
}

/** `python -mpip install`, `python -Bm pip install`. */
function moduleIn(flag: string, behind: readonly Word[]): Word[][] {
  const [, module] = /^-[A-Za-z]*?m(.*)$/s.exec(flag) ?? [];
  if (module === undefined) return [];
  return [module === "" ? [...behind] : [plain(module), ...behind]];
}
