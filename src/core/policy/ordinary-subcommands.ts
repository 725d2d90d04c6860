// Programs whose first word says what they do. Many can be made to run anything: by a subcommand, an abbreviation of one, an alias in their
// settings, or a program or script of that name. So a `*` or `**` of a rule stands only for the subcommands below; a rule may name any other.
import { behindFlags, isFlag } from "./flags.ts";
import { unversioned } from "./program-name.ts";

interface Subcommands {
  /** These do what their name says, and run nothing that further words could name. */
  readonly ordinary: string;
  /** Subcommands of subcommands: `docker container ls`. */
  readonly below?: Readonly<Record<string, string>>;
  /** Flags that may precede the subcommand, without a value, and with one. */
  readonly lone?: string;
  readonly valued?: string;
}

const usualScripts =
  "build check clean compile coverage dev docs fix format generate lint release start test types typecheck";

const images = "ls list inspect history pull push tag rm prune";
const containers = "ls list ps logs inspect stats top port diff start stop restart kill pause unpause rm wait prune";
const compose = "ps ls logs images top port config version pull build up down start stop restart kill pause unpause rm";
const docker: Subcommands = {
  ordinary:
    "ps images logs inspect version info pull push build tag history stats top port diff start stop restart kill pause unpause rm rmi wait events search login logout",
  below: {
    container: containers,
    image: `${images} build`,
    volume: "ls list inspect create rm prune",
    network: "ls list inspect create rm prune connect disconnect",
    system: "df info events",
    compose,
  },
  lone: "-D --debug -v --version --help",
};

const python = { lone: "-q --quiet -v --verbose -V --version -h --help -n --no-interaction --offline --no-cache" };

const programs: Readonly<Record<string, Subcommands>> = {
  git: {
    ordinary:
      "add annotate blame branch cat-file check-attr check-ignore check-mailmap check-ref-format checkout cherry cherry-pick clean clone column commit commit-graph count-objects describe diff diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc get-tar-commit-id grep hash-object init interpret-trailers log ls-files ls-remote ls-tree merge merge-base merge-tree mktag mv name-rev notes pack-refs patch-id prune pull push range-diff rebase reflog remote repack rerere reset restore rev-list rev-parse revert rm shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace switch symbolic-ref tag unpack-file update-ref update-server-info var verify-commit verify-pack verify-tag version whatchanged worktree write-tree",
    lone: "-p -P --paginate --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --version -v --help -h --html-path --man-path --info-path",
  },
  npm: {
    ordinary:
      "access add audit bugs cache ci cit clean-install completion dedupe ddp deprecate diff dist-tag doctor find-dupes fund get help help-search i info install install-ci-test install-clean install-test issues it la link list ll ln login logout ls org outdated owner pack ping prefix profile prune publish query r rb rebuild remove repo restart rm root run run-script sbom search show star stars start stop t team test token tst un undeprecate uninstall unlink unpublish unstar up update upgrade v version view whoami why explain",
    below: { config: "get list ls", c: "get list ls", pkg: "get" },
    lone: "-s --silent -q --quiet -d -dd -ddd --verbose -v --version -h --help -l --long --json --offline --no-color --no-audit --no-fund --ignore-scripts --workspaces -ws --include-workspace-root -iwr --if-present",
    valued: "--workspace -w --loglevel",
  },
  pnpm: {
    ordinary:
      "add audit dedupe fetch i import install install-test it la licenses link list ll ln ls outdated pack prune publish rb rebuild remove rm root run run-script start store t test tst un uninstall unlink up update upgrade why",
    below: { config: "get list", c: "get list" },
    lone: "-r --recursive -s --silent -w --workspace-root --stream --aggregate-output --color --no-color -v --version -h --help --offline",
    valued: "--filter -F --loglevel --reporter",
  },
  yarn: {
    ordinary:
      "add audit autoclean bin check constraints dedupe explain generate-lock-entry help import info install licenses link list login logout outdated owner pack publish rebuild remove run search start tag team test unlink unplug up upgrade upgrade-interactive version versions why",
    // It also runs the programs of packages. These names are scripts.
    below: { config: "get list", workspaces: "info list", npm: "audit info whoami", run: usualScripts },
    lone: "-s --silent --json --verbose -v --version -h --help --offline --frozen-lockfile --immutable",
  },
  bun: {
    ordinary: "a add audit build i info install link list outdated patch publish remove rm test unlink update why",
    below: { pm: "ls list bin hash whoami" },
    lone: "--silent -v --version --revision -h --help",
  },
  uv: {
    ordinary: "add build export help init lock publish remove sync tree venv version",
    below: {
      pip: "check compile freeze install list show sync tree uninstall",
      tool: "dir list uninstall",
      python: "dir find list",
      cache: "clean dir prune",
    },
    lone: python.lone,
    valued: "--color",
  },
  poetry: {
    ordinary: "about add build check init install list lock new publish remove search show sync update version",
    ...python,
  },
  pipenv: { ordinary: "check clean graph install lock requirements sync uninstall update upgrade verify", ...python },
  pdm: { ordinary: "add build info init install list lock outdated remove search show sync update", ...python },
  hatch: { ordinary: "build clean dep fmt new project publish status test version", ...python },
  pipx: { ordinary: "environment list uninject uninstall", ...python },
  conda: { ordinary: "clean compare create info install list remove search uninstall update upgrade", ...python },
  bundle: {
    ordinary:
      "add binstubs cache check clean doctor env fund gem help info init install licenses list lock outdated package platform pristine remove show update version viz",
    lone: "--verbose -V --version -v --no-color -h --help",
  },
  gem: {
    ordinary:
      "build check contents dependency environment help info install list lock outdated search specification unpack update which",
  },
  cargo: {
    ordinary:
      "add b bench build c check clean clippy d doc fetch fix fmt generate-lockfile help info init locate-project metadata new package pkgid publish r read-manifest remove report rm run search t test tree update vendor verify-project version yank",
    lone: "-q --quiet -v -vv --verbose --version -V --list -h --help --offline --locked --frozen",
    valued: "--color",
  },
  rustup: {
    ordinary: "check default show update which doc",
    below: { toolchain: "list", target: "list add remove", component: "list add remove", override: "list" },
    lone: "-v -q --version -h --help",
  },
  go: {
    ordinary: "build bug clean doc env fix fmt get help install list run test version vet",
    below: {
      mod: "download graph init tidy vendor verify why",
      work: "init sync use vendor",
    },
  },
  docker,
  podman: {
    ...docker,
    below: {
      ...docker.below,
      pod: "ps ls inspect logs stats top start stop restart rm",
      machine: "list ls info inspect",
    },
  },
  hg: {
    ordinary:
      "add addremove annotate blame bookmarks branch branches cat diff files forget heads help identify id log manifest parents paths root status st summary tip tags verify version",
    lone: "-q --quiet -v --verbose --pager --version -h --help",
  },
  svn: {
    ordinary: "add annotate blame cat diff help info list log ls praise stat status st update up",
    lone: "--version -h --help",
  },
  "docker-compose": { ordinary: compose, lone: "-v --version -h --help --verbose" },
  "pre-commit": {
    ordinary:
      "run install uninstall install-hooks autoupdate clean gc validate-config validate-manifest migrate-config sample-config help",
    lone: "-V --version -h --help",
  },
  meson: { ordinary: "setup configure compile test dist install introspect init help", lone: "-v --version -h --help" },
  mix: {
    ordinary:
      "compile test format clean help deps deps.get deps.compile deps.update deps.tree deps.clean credo dialyzer docs hex.info hex.outdated ecto.create ecto.migrate ecto.rollback ecto.drop ecto.reset ecto.setup phx.routes phx.server",
    lone: "-v --version -h --help",
  },
  terraform: {
    ordinary:
      "apply destroy fmt force-unlock get graph import init login logout output plan providers refresh show state taint test untaint validate version workspace metadata",
    lone: "-version --version -v -help --help -h",
  },
  kubectl: {
    ordinary:
      "annotate api-resources api-versions apply auth autoscale cluster-info cordon create delete describe diff drain events explain expose get help kustomize label logs patch rollout scale set taint top uncordon version wait",
    below: { config: "current-context get-clusters get-contexts get-users view" },
    valued: "-n --namespace --context --cluster",
  },
  gh: {
    ordinary: "help search status version",
    below: {
      pr: "list view status checks diff create comment close reopen ready review edit merge",
      issue: "list view status create comment close reopen edit pin unpin transfer develop",
      repo: "list view",
      run: "list view watch rerun cancel",
      workflow: "list view run",
      label: "list create",
      auth: "status",
      gist: "list view",
      cache: "list",
      release: "list view",
    },
    lone: "--version --help",
  },
  nix: { ordinary: "eval hash log path-info search", below: { flake: "show metadata check lock update" } },
  dotnet: {
    ordinary: "add build clean format help list new pack publish remove restore sln test",
    lone: "--info --version --list-sdks --list-runtimes -h --help -d --diagnostics",
  },
  deno: { ordinary: "add bench cache check coverage doc fmt info install lint outdated remove test types" },
  mise: {
    ordinary: "current doctor install list ls ls-remote outdated version where which",
    lone: "-q --quiet -v --verbose",
  },
  asdf: { ordinary: "current help info install latest list where which" },
  composer: {
    ordinary:
      "about audit check-platform-reqs depends diagnose dump-autoload fund help info install licenses list outdated prohibits remove require search show status suggests update validate why why-not",
    lone: "-q --quiet -v -vv -vvv --verbose -n --no-interaction --no-ansi --ansi -V --version",
  },
};

const has = (words: string | undefined, one: string): boolean => words?.split(" ").includes(one) === true;

const subcommandsOf = (program: string): Subcommands | undefined =>
  Object.hasOwn(programs, program) ? programs[program] : undefined;

/** Whether the list has the program. */
export const knowsSubcommands = (program: string): boolean => subcommandsOf(unversioned(program)) !== undefined;

/** Whether a program has a subcommand of exactly this name that is not an abbreviation. */
export function isSubcommand(program: string, word: string): boolean {
  const known = subcommandsOf(program);
  return known !== undefined && (has(known.ordinary, word) || Object.hasOwn(known.below ?? {}, word));
}

/** Whether a rule may leave the subcommand open, or names it. */
export function isSubcommandKnown(names: readonly string[], isNamed: (at: number) => boolean): boolean {
  const known = subcommandsOf(unversioned(names[0] ?? ""));
  if (!known) return true;
  const at = behindKnownFlags(names, { known, isNamed });
  if (at === null) return false;
  const word = names[at];
  if (word === undefined) return true;
  const below = Object.hasOwn(known.below ?? {}, word) ? known.below?.[word] : undefined;
  if (below === undefined) return isNamed(at) || has(known.ordinary, word);
  const next = names[at + 1];
  return next === undefined || isNamed(at + 1) || has(below, next) || (word === "run" && /^\w+:[\w:.-]+$/.test(next));
}

/** The words that may be the subcommand: one, if all flags before it are known. */
export function possibleSubcommands(names: readonly string[]): string[] {
  const known = subcommandsOf(unversioned(names[0] ?? ""));
  const certain = known ? behindKnownFlags(names, { known, isNamed: () => false }) : null;
  const positions = certain === null ? behindFlags(names, 1) : [certain];
  return positions.flatMap((at) => names[at] ?? []);
}

interface Place {
  known: Subcommands;
  isNamed: (at: number) => boolean;
}

/** The position of the subcommand; null if it follows a flag that may or may not take a value. */
function behindKnownFlags(names: readonly string[], { known, isNamed }: Place): number | null {
  let at = 1;
  for (let flag = names[at]; flag !== undefined && isFlag(flag); flag = names[at]) {
    if (has(known.valued, flag)) at += 2;
    else if (has(known.lone, flag) || has(known.valued, flag.split("=", 1)[0] ?? "")) at++;
    else if (!isNamed(at)) return null;
    // A rule that names a flag names its value, too.
    else at += flag.includes("=") || flag.startsWith("+") ? 1 : 2;
  }
  return at;
}
