// A denied action by another of its names.
import type { Attack } from "./attack.ts";

const programs = "npm pnpm yarn uv pip docker terraform gcloud chmod bun".split(" ");
const allow = programs.map((one) => `${one} **`);

export const deniedAgain: readonly Attack[] = [
  {
    about: "scripts and installations by other names",
    allow,
    deny: [
      ...["npm start", "npm test", "npm stop", "npm install", "pnpm install", "yarn install", "pip install"],
      ...["docker push", "terraform destroy", "gcloud compute instances delete", "chmod 777", "bun install"],
    ],
    cases: {
      deny: [
        "npm run start",
        "npm run-script start -- x",
        "npm run test",
        "npm it",
        "npm restart",
        "npm it x",
        "npm install-test x",
        "npm cit",
        "npm run stop",
        "pnpm add x",
        "pnpm it",
        "yarn",
        "yarn --silent",
        "yarn add x",
        "bun add x",
        "uv pip install x",
        "uv -q pip install x",
        "docker build --push .",
        "docker build -t x --push=true .",
        "docker image build --push .",
        "terraform apply -destroy",
        "terraform apply --destroy -auto-approve",
        "gcloud beta compute instances delete x",
        "gcloud alpha compute instances delete x",
        "gcloud --project p beta compute instances delete x",
        "chmod 0777 x",
        "chmod 00777 x",
        "chmod -v 0777 x",
      ],
      allow: [
        "npm run build",
        "npm ci",
        "pnpm run build",
        "yarn --version",
        "yarn run build",
        "uv pip list",
        "docker build .",
        "terraform apply",
        "gcloud beta compute instances list",
        "chmod 0755 x",
      ],
    },
  },
  {
    about: "the longer name is denied",
    allow,
    deny: ["npm run test", "chmod 0777", "uv pip install"],
    cases: { deny: ["npm test", "npm t", "chmod 777 x", "pip install x"], allow: ["npm start", "chmod 755 x"] },
  },
];
