// Build tools and test runners that load what a flag or a path names.
import type { Attack } from "./attack.ts";

export const builders: readonly Attack[] = [
  {
    about: "settings and code of build tools and test runners",
    allow: [
      ...["ctest **", "dotnet test **", "dotnet build **", "npx lint-staged **", "npx ts-node-dev **", "npx tsc **"],
      ...["npx jest **", "phpunit **", "nox **", "rake **", "rubocop **", "deno test **", "go test **", "npx vite **"],
    ],
    cases: {
      ask: [
        "ctest -S x",
        "ctest -SP x",
        "ctest --build-and-test a b",
        "dotnet test /tmp/x.csproj",
        "dotnet build ../x",
        "dotnet build -p:X=y",
        "npx lint-staged -c x",
        "npx ts-node-dev /tmp/x.ts",
        "npx ts-node-dev -r x a.ts",
        "npx tsc -p /tmp/x",
        "npx tsc -b ../x",
        "npx jest --moduleNameMapper x",
        "npx jest --globals x",
        "npx jest --modulePaths x",
        "phpunit --bootstrap x",
        "phpunit -c x",
        "nox -f x",
        "nox --noxfile x",
        "rake -f x",
        "rubocop -r x",
        "deno test --import-map x",
        "deno test -c x",
        "deno test -A",
        "go test /tmp/x",
        "go test ../x",
        "npx vite build /tmp/x",
      ],
      allow: [
        "ctest -R a",
        "dotnet test src/a.csproj",
        "npx tsc -p tsconfig.json",
        "npx jest src/a.test.js",
        "rake build",
        "go test ./...",
        "npx vite build",
      ],
    },
  },
];
