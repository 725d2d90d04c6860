// Flags with fewer or more dashes than anybody expects, and with only the beginning of their names.
import type { Attack } from "./attack.ts";

export const dashes: readonly Attack[] = [
  {
    about: "flags of programs that do not count dashes",
    allow: [
      ...["npm test **", "npm run **", "npm run *", "pnpm test **", "yarn test **", "bun test **", "npx vitest **"],
      ...["acme **", "echo **"],
    ],
    cases: {
      ask: [
        "npm test ---script-shell=./e.sh",
        "npm test ----script-shell=./e.sh",
        "npm test -script-shell=./e.sh",
        "npm test -script-sh=./e.sh",
        "npm test -prefix=./evil",
        "npm test -prefix ./evil",
        "npm test -pref=./evil",
        "npm test ---prefix=./evil",
        "npm test ---userconfig=./rc",
        "npm test -userconfig=./rc",
        "npm test -userconfi=./rc",
        "npm test -globalconf=./rc",
        "npm test -node-options=--require=./x",
        "npm test -node-opt=--require=./x",
        "npm test --python=./e.sh",
        "npm run -prefix evil test",
        "npm run ---prefix=evil test",
        "pnpm test ---dir=x",
        "pnpm test -dir=x",
        "pnpm test -di=x",
        "yarn test -cwd=x",
        "yarn test ---cwd=x",
        "bun test ---preload=./x",
        "bun test -preload=./x",
        "npx vitest ---config=./x",
        "acme ---exec=id",
        "acme ---x",
      ],
      allow: [
        "npm test -- --run src/a.test.ts",
        "npm test -w site",
        "npm test -s",
        "npm test -ws",
        "npm run build --silent",
        "pnpm test -r",
        "echo --- a ---",
        "echo ---------",
      ],
    },
  },
];
