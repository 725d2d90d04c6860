// What is denied, reached by a longer way: a flag that does it besides, a command that does it first, a pattern that stands for it.
import type { Attack } from "./attack.ts";

const programs = "pnpm docker brew make pip pip3 uv git".split(" ");
const allow = programs.map((one) => `${one} **`);

export const deniedDetours: readonly Attack[] = [
  {
    about: "a denied action as a part of another one",
    allow,
    deny: ["pnpm run deploy", "docker push", "brew uninstall", "make deploy", "pip install"],
    cases: {
      deny: [
        "pnpm run '/^depl/'",
        "pnpm run /deploy/",
        "pnpm -r run '/^depl/'",
        "docker build -o type=registry .",
        "docker build --output=type=registry,name=x .",
        "docker build --output type=image,push=true .",
        "docker buildx build --push .",
        "docker buildx bake --push",
        "brew del x",
        "brew rm x",
        "brew remove x",
        "make ./deploy",
        "make -- deploy",
        "make build ././deploy",
        "pip download x",
        "pip wheel .",
        "pip3 wheel .",
        "python -m pip download x",
        "uv pip sync requirements.txt",
      ],
      allow: ["pnpm run build", "docker build .", "make ./build", "pip list", "pip3 show x", "uv pip list"],
    },
  },
  {
    about: "git changes files that it does not name, where some are denied",
    allow,
    denyPaths: ["db/migrations/**"],
    cases: {
      ask: [
        "git pull",
        "git --no-pager pull",
        "git merge main",
        "git switch main",
        "git checkout main",
        "git checkout main --",
        "git checkout -- db",
        "git checkout -f -- src",
        "git rebase main",
        "git cherry-pick abc123",
        "git revert HEAD",
      ],
      allow: [
        "git fetch",
        "git switch -c x",
        "git checkout -b x",
        "git checkout -- src",
        "git checkout main -- src/a.ts",
        "git commit -a -m x",
        "git log main",
      ],
    },
  },
];
