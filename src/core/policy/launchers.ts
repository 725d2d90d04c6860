// Programs that fetch or start another one. A rule must name that one: `npx vitest **`, never `npx **`.
import { behindFlags, isFlag } from "./flags.ts";
import { unversioned } from "./program-name.ts";
import { mayMean } from "./subcommand-names.ts";

const containers = ["run", "exec", "create", "container run", "container exec", "container create"].map(
  (one) => `${one} *`,
);
const all = (names: string, subcommands: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(names.split(" ").map((name) => [name, subcommands]));

/** Their subcommands; a `*` stands for the word that says where the program runs, before the program itself. */
const launchers: Readonly<Record<string, readonly string[]>> = {
  ...all("npx bunx pnpx uvx nix-shell shx xcrun corepack", [""]),
  npm: ["exec", "run env", "explore *", "init", "config set", "config edit", "pkg set", "set", "edit"],
  pnpm: ["dlx", "exec", "run env", "create", "init", "config set", "env"],
  yarn: ["dlx", "exec", "create", "init", "node", "config set", "plugin import", "set version", "workspaces foreach"],
  bun: ["x", "run", "create", "init"],
  deno: ["run", "eval", "serve", "task", "x"],
  pipx: ["run", "runpip"],
  uv: ["run", "tool run"],
  ...all("poetry pipenv pdm conda mamba micromamba rye pixi devbox streamlit fastapi swift dart zig", ["run"]),
  ...all("doppler op infisical railway heroku", ["run"]),
  ...all("foreman honcho toolbox", ["run"]),
  ...all("lerna nx tox", ["exec"]),
  ...all("rbenv pyenv nodenv jenv goenv fnm dune opam", ["exec"]),
  ...all("aws-vault lxc incus multipass", ["exec *"]),
  hatch: ["run", "env run"],
  nvm: ["exec *", "run *"],
  volta: ["run"],
  stack: ["exec", "run", "runghc", "runhaskell", "eval", "script"],
  cabal: ["exec", "run", "v2-exec", "v2-run", "new-exec", "new-run"],
  mix: ["run", "eval", "cmd", "do"],
  meson: ["devenv"],
  crystal: ["run", "eval"],
  rails: ["runner", "console", "dbconsole"],
  helm: ["plugin"],
  bundle: ["exec", "open", "plugin"],
  gem: ["exec", "open"],
  composer: ["exec", "global", "run-script"],
  mise: ["exec *", "x *", "run"],
  asdf: ["exec", "plugin"],
  rustup: ["run *"],
  nix: ["run", "shell", "develop"],
  dotnet: ["exec", "tool run", "run"],
  go: ["tool", "run"],
  docker: [...containers, "compose run *", "compose exec *", "buildx", "plugin"],
  nerdctl: [...containers, "compose run *", "compose exec *"],
  podman: [...containers, "compose run *", "compose exec *", "unshare", "machine ssh"],
  "docker-compose": ["run *", "exec *"],
  kubectl: ["exec *", "run *", "debug *"],
  oc: ["exec *", "rsh *", "run *", "debug *"],
  gcloud: ["compute ssh *"],
  ...all("fly flyctl", ["ssh console"]),
  ...all("colima vagrant", ["ssh"]),
  ...all("k3s k0s microk8s minikube", ["ssh", "kubectl exec *", "kubectl run *", "kubectl debug *"]),
  aws: ["configure", "ecs execute-command", "ssm"],
  limactl: ["shell *"],
  distrobox: ["enter *"],
  cargo: ["watch"],
  gh: ["alias", "extension", "codespace ssh"],
  git: [
    ..."bisect submodule merge-index remote-ext remote-fd credential difftool mergetool filter-branch".split(" "),
    ...["bisect run", "submodule foreach"],
    ..."for-each-repo hook config web--browse send-email daemon shell".split(" "),
  ],
};

/** A launcher's name is not searched for behind more words than this. */
export const MAX_WORDS = 64;

/** The position of the last of these words in a command, with flags anywhere in between; several if it is ambiguous. */
export function endsOf(subcommand: readonly string[], whole: readonly string[]): number[] {
  const [program = "", ...subcommands] = subcommand;
  const names = whole.slice(0, MAX_WORDS);
  let ends = new Set(names[0] === program ? [0] : []);
  for (const [depth, wanted] of subcommands.entries()) {
    const places = new Set([...ends].flatMap((end) => behindFlags(names, end + 1)));
    ends = new Set(
      [...places].filter((at) => names[at] !== undefined && mayMean(names[at], { program, wanted, depth })),
    );
  }
  return [...ends];
}

interface Launcher {
  /** Where its name ends. */
  readonly end: number;
  /** The container or host precedes the program, as in docker exec web ls. */
  readonly isPlaceNamed: boolean;
}

function launchersAt([name = "", ...words]: readonly string[]): Launcher[] {
  const program = unversioned(name);
  const names = [program, ...words];
  const subcommands = Object.hasOwn(launchers, program) ? (launchers[program] ?? []) : [];
  const found = subcommands.flatMap((subcommand) => {
    const parts = subcommand.split(" ").filter((one) => one !== "");
    const isPlaceNamed = parts.at(-1) === "*";
    return endsOf([program, ...(isPlaceNamed ? parts.slice(0, -1) : parts)], names).map((end) => ({
      end,
      isPlaceNamed,
    }));
  });
  const flag = moduleFlagOf(program);
  const module = flag === undefined ? -1 : names.indexOf(flag);
  return module === -1 ? found : [...found, { end: module, isPlaceNamed: false }];
}

/** Where the name of a launcher ends. */
export const launchersIn = (names: readonly string[]): number[] => launchersAt(names).map(({ end }) => end);

/** They are followed by a module that they run, or a program that they look up by name. */
const moduleFlags: Readonly<Record<string, string>> = {
  ...Object.fromEntries("python pypy py coverage".split(" ").map((name) => [name, "-m"])),
  ...Object.fromEntries("ruby perl".split(" ").map((name) => [name, "-S"])),
};

const moduleFlagOf = (program: string): string | undefined =>
  Object.hasOwn(moduleFlags, program) ? moduleFlags[program] : undefined;

/** The possible positions of the program that is passed on. */
function behindLauncher(names: readonly string[], { end, isPlaceNamed }: Launcher, areLoneKnown: boolean): number[] {
  const first = behindFlags(names, end + 1, { areLoneKnown });
  if (!isPlaceNamed) return first;
  const behind = first.filter((at) => at < names.length).map((at) => at + 1);
  return behind.length === 0 ? first : behindFlags(names, behind, { areLoneKnown });
}

/** The possible positions of a program's name: at the beginning, and after programs that start another one. */
export function programsIn(names: readonly string[]): number[] {
  const found = new Set([0]);
  // A set's iteration also visits entries that are added during it.
  for (const at of found) {
    if (at > 0 && !mayLaunch(names[at] ?? "")) continue;
    const rest = names.slice(at);
    for (const launcher of launchersAt(rest))
      for (const next of behindLauncher(rest, launcher, false)) if (at + next < names.length) found.add(at + next);
  }
  return [...found];
}

const mayLaunch = (name: string): boolean =>
  Object.hasOwn(launchers, unversioned(name)) || moduleFlagOf(unversioned(name)) !== undefined;

/** Whether a program that only passes words on precedes one that the rule leaves open. */
export function passesOnToAny(names: readonly string[], { isNamed, isOpenEnded }: Covering): boolean {
  return programsIn(names).some((from) =>
    passesOnFrom(names.slice(from), { isNamed: (at) => isNamed(from + at), isOpenEnded }),
  );
}

/** What a rule says of a command's words. */
interface Covering {
  readonly isNamed: (at: number) => boolean;
  /** The rule ends with `**`. */
  readonly isOpenEnded: boolean;
}

function passesOnFrom(names: readonly string[], { isNamed, isOpenEnded }: Covering): boolean {
  // Nobody needs so many flags, and what follows them is unknown.
  if (names.length > MAX_WORDS && isFlag(names[1] ?? "") && Object.hasOwn(launchers, unversioned(names[0] ?? "")))
    return true;
  return launchersAt(names).some((launcher) => {
    const possible = behindLauncher(names, launcher, true);
    // Without a program it may read commands from a pipe.
    if (isOpenEnded && Math.min(...possible) >= names.length) return true;
    // The program that is passed on, at each possible position, and every word before it.
    const last = Math.min(Math.max(...possible), names.length - 1);
    return names.slice(0, last + 1).some((_, one) => !isNamed(one));
  });
}
