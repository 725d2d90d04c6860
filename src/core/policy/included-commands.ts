// Commands that include another one, under a longer name or as one of their steps: a rule about the included command catches them, too.

export interface Rewrite {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Only with a word like this. */
  readonly flag?: RegExp;
  /** Only without a word like this. */
  readonly without?: RegExp;
}

const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");

export const rewrite = (from: string, to: string, flag?: RegExp): Rewrite => ({
  from: wordsOf(from),
  to: wordsOf(to),
  ...(flag ? { flag } : {}),
});

/** A flag that is set, with one dash or two. */
const isSet = (name: string): RegExp => new RegExp(`^--?${name}(?:=(?!(?:0|f|false|no)$).*)?$`, "i");

/** `--push`, and builds for a registry: `-o type=registry`. */
const pushes = /^--push(?:=true)?$|\btype=registry\b|\bpush=true\b/;

const ofPackages: readonly Rewrite[] = [
  rewrite("npm install-test", "npm install"),
  rewrite("npm install-test", "npm test"),
  rewrite("npm install-ci-test", "npm ci"),
  rewrite("npm install-ci-test", "npm test"),
  rewrite("npm restart", "npm stop"),
  rewrite("npm restart", "npm start"),
  rewrite("node", "npm run", isSet("run")),
  rewrite("pnpm install-test", "pnpm install"),
  rewrite("pnpm install-test", "pnpm test"),
  ...["recursive", "multi", "m"].map((one) => rewrite(`pnpm ${one}`, "pnpm")),
  ...["pnpm", "yarn", "bun"].map((program) => rewrite(`${program} add`, `${program} install`)),
  ...["workspaces foreach", "workspaces run"].map((one) => rewrite(`yarn ${one}`, "yarn")),
  rewrite("yarn npm", "npm"),
  // They run a package's install scripts.
  ...["pip download", "pip wheel", "uv pip sync"].map((one) => rewrite(one, "pip install")),
  rewrite("uv pip sync", "uv pip install"),
  ...["ws", "workspaces"].map((one) => rewrite(`cargo ${one}`, "cargo")),
  rewrite("composer global", "composer"),
];

const ofGit: readonly Rewrite[] = [
  ...["send-pack", "subtree push", "lfs push"].map((one) => rewrite(`git ${one}`, "git push")),
  rewrite("git pull", "git fetch"),
  rewrite("git remote update", "git fetch"),
  rewrite("git pull", "git rebase", /^(?:--rebase(?:=(?!false|no).*)?|-r)$/),
  rewrite("git pull", "git rebase --interactive", /^--rebase=i/),
  rewrite("git add", "git add .", /^(?:-[a-z]*A[a-z]*|--all)$/),
  rewrite("git add", "git add --all", /^(?:\.\/?|:\/)$/),
  // With paths, and without.
  { ...rewrite("git restore", "git checkout --"), without: /^(?:-S|--staged)$/ },
  rewrite("git checkout", "git restore", /^(?:--|\.\/?|:\/)$/),
  { ...rewrite("git switch", "git checkout"), without: /^-/ },
  { ...rewrite("git checkout", "git switch"), without: /^[-.:]/ },
];

const ofContainers: readonly Rewrite[] = [
  ...["docker", "podman"].flatMap((program) => [
    ...["build", "image build", "buildx build", "buildx bake", "compose build"].map((one) =>
      rewrite(`${program} ${one}`, `${program} push`, pushes),
    ),
    rewrite(`${program} compose push`, `${program} push`),
  ]),
  rewrite("kubectl replace", "kubectl delete", isSet("force")),
  rewrite("kubectl apply", "kubectl delete", isSet("prune")),
  ...["k3s", "k0s", "microk8s", "minikube"].map((program) => rewrite(`${program} kubectl`, "kubectl")),
];

const ofClouds: readonly Rewrite[] = [
  ...["terraform", "tofu", "terragrunt"].flatMap((program) => [
    rewrite(`${program} apply`, `${program} destroy`, isSet("destroy")),
    rewrite(`${program} destroy`, `${program} apply -destroy`),
  ]),
  ...["run-all", "run"].map((one) => rewrite(`terragrunt ${one}`, "terragrunt")),
  ...["apply", "destroy"].map((one) => rewrite(`terragrunt ${one}-all`, `terragrunt ${one}`)),
  rewrite("aws s3 mv", "aws s3 rm"),
  rewrite("aws s3 sync", "aws s3 rm", isSet("delete")),
  rewrite("aws s3 rb", "aws s3 rm", isSet("force")),
  ...["object", "objects"].map((one) => rewrite(`aws s3api delete-${one}`, "aws s3 rm")),
  ...["alpha", "beta"].map((stage) => rewrite(`gcloud ${stage}`, "gcloud")),
  rewrite("gh auth status", "gh auth token", /^(?:-t|--show-token)$/),
];

const ofSystems: readonly Rewrite[] = [
  rewrite("find", "rm -rf", /^-delete$/),
  rewrite("unlink", "rm"),
  rewrite("shred", "rm", /^(?:-[a-z]*u[a-z]*|--remove.*)$/),
  rewrite("rimraf", "rm -rf"),
  ...["autossh", "mosh"].map((program) => rewrite(program, "ssh")),
  rewrite("sudoedit", "sudo"),
  rewrite("systemctl restart", "systemctl stop"),
  rewrite("systemctl disable", "systemctl stop", /^--now$/),
  ...["try-restart", "reload-or-restart"].map((one) => rewrite(`systemctl ${one}`, "systemctl restart")),
  rewrite("systemctl reboot", "reboot"),
  rewrite("shutdown", "reboot", /^(?:-[a-z]*r[a-z]*|--reboot)$/),
  ...["poweroff", "halt", "systemctl poweroff", "systemctl halt"].map((one) => rewrite(one, "shutdown")),
  rewrite("rake", "rails"),
  ...["db:reset", "db:migrate:reset"].map((one) => rewrite(`rails ${one}`, "rails db:drop")),
];

/** In all of these the words after the name stay. */
export const includedCommands: readonly Rewrite[] = [
  ...ofPackages,
  ...ofGit,
  ...ofContainers,
  ...ofClouds,
  ...ofSystems,
];
