// Commands that do what another one does, by a longer way or besides: a rule about that one is a rule about them, too.

export interface Way {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Only with a word like this. */
  readonly flag?: RegExp;
  /** Only where no word is like this. */
  readonly without?: RegExp;
}

const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");

export const way = (from: string, to: string, flag?: RegExp): Way => ({
  from: wordsOf(from),
  to: wordsOf(to),
  ...(flag ? { flag } : {}),
});

/** A flag that is set, with one dash or two. */
const isSet = (name: string): RegExp => new RegExp(`^--?${name}(?:=(?!(?:0|f|false|no)$).*)?$`, "i");

/** `--push`, and what is built for a registry: `-o type=registry`. */
const pushes = /^--push(?:=true)?$|\btype=registry\b|\bpush=true\b/;

const ofPackages: readonly Way[] = [
  way("npm install-test", "npm install"),
  way("npm install-test", "npm test"),
  way("npm install-ci-test", "npm ci"),
  way("npm install-ci-test", "npm test"),
  way("npm restart", "npm stop"),
  way("npm restart", "npm start"),
  way("node", "npm run", isSet("run")),
  way("pnpm install-test", "pnpm install"),
  way("pnpm install-test", "pnpm test"),
  ...["recursive", "multi", "m"].map((one) => way(`pnpm ${one}`, "pnpm")),
  ...["pnpm", "yarn", "bun"].map((program) => way(`${program} add`, `${program} install`)),
  ...["workspaces foreach", "workspaces run"].map((one) => way(`yarn ${one}`, "yarn")),
  way("yarn npm", "npm"),
  // They run what a package brings for its installation.
  ...["pip download", "pip wheel", "uv pip sync"].map((one) => way(one, "pip install")),
  way("uv pip sync", "uv pip install"),
  ...["ws", "workspaces"].map((one) => way(`cargo ${one}`, "cargo")),
  way("composer global", "composer"),
];

const ofGit: readonly Way[] = [
  ...["send-pack", "subtree push", "lfs push"].map((one) => way(`git ${one}`, "git push")),
  way("git pull", "git fetch"),
  way("git remote update", "git fetch"),
  way("git pull", "git rebase", /^(?:--rebase(?:=(?!false|no).*)?|-r)$/),
  way("git pull", "git rebase --interactive", /^--rebase=i/),
  way("git add", "git add .", /^(?:-[a-z]*A[a-z]*|--all)$/),
  way("git add", "git add --all", /^(?:\.\/?|:\/)$/),
  // With paths; and without.
  { ...way("git restore", "git checkout --"), without: /^(?:-S|--staged)$/ },
  way("git checkout", "git restore", /^(?:--|\.\/?|:\/)$/),
  { ...way("git switch", "git checkout"), without: /^-/ },
  { ...way("git checkout", "git switch"), without: /^[-.:]/ },
];

const ofContainers: readonly Way[] = [
  ...["docker", "podman"].flatMap((program) => [
    ...["build", "image build", "buildx build", "buildx bake", "compose build"].map((one) =>
      way(`${program} ${one}`, `${program} push`, pushes),
    ),
    way(`${program} compose push`, `${program} push`),
  ]),
  way("kubectl replace", "kubectl delete", isSet("force")),
  way("kubectl apply", "kubectl delete", isSet("prune")),
  ...["k3s", "k0s", "microk8s", "minikube"].map((program) => way(`${program} kubectl`, "kubectl")),
];

const ofClouds: readonly Way[] = [
  ...["terraform", "tofu", "terragrunt"].flatMap((program) => [
    way(`${program} apply`, `${program} destroy`, isSet("destroy")),
    way(`${program} destroy`, `${program} apply -destroy`),
  ]),
  ...["run-all", "run"].map((one) => way(`terragrunt ${one}`, "terragrunt")),
  ...["apply", "destroy"].map((one) => way(`terragrunt ${one}-all`, `terragrunt ${one}`)),
  way("aws s3 mv", "aws s3 rm"),
  way("aws s3 sync", "aws s3 rm", isSet("delete")),
  way("aws s3 rb", "aws s3 rm", isSet("force")),
  ...["object", "objects"].map((one) => way(`aws s3api delete-${one}`, "aws s3 rm")),
  ...["alpha", "beta"].map((stage) => way(`gcloud ${stage}`, "gcloud")),
  way("gh auth status", "gh auth token", /^(?:-t|--show-token)$/),
];

const ofSystems: readonly Way[] = [
  way("find", "rm -rf", /^-delete$/),
  way("unlink", "rm"),
  way("shred", "rm", /^(?:-[a-z]*u[a-z]*|--remove.*)$/),
  way("rimraf", "rm -rf"),
  ...["autossh", "mosh"].map((program) => way(program, "ssh")),
  way("sudoedit", "sudo"),
  way("systemctl restart", "systemctl stop"),
  way("systemctl disable", "systemctl stop", /^--now$/),
  ...["try-restart", "reload-or-restart"].map((one) => way(`systemctl ${one}`, "systemctl restart")),
  way("systemctl reboot", "reboot"),
  way("shutdown", "reboot", /^(?:-[a-z]*r[a-z]*|--reboot)$/),
  ...["poweroff", "halt", "systemctl poweroff", "systemctl halt"].map((one) => way(one, "shutdown")),
  way("rake", "rails"),
  ...["db:reset", "db:migrate:reset"].map((one) => way(`rails ${one}`, "rails db:drop")),
];

/** In all of these what stands behind the name stays. */
export const includedCommands: readonly Way[] = [...ofPackages, ...ofGit, ...ofContainers, ...ofClouds, ...ofSystems];
