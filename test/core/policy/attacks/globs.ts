// Patterns that a shell replaces by names of files: what these names mean to a program is for whoever made the files to choose.
import type { Attack } from "./attack.ts";

export const globs: readonly Attack[] = [
  {
    about: "patterns that may become variables, flags, or a file to write",
    allow: [
      "make **",
      "make test **",
      "uniq **",
      "xxd **",
      "rm **",
      "git add **",
      "cat **",
      "ls **",
      "wc **",
      "grep **",
      "acme **",
    ],
    cases: {
      ask: [
        "make test M*",
        "make test M*=x",
        "make [M]*",
        "uniq src/*",
        "uniq a*",
        "xxd src/a?",
        "rm src/**/../../outside",
        "rm src/*/../../../outside",
        "rm src/[a]/../../x",
        "cat src/*/../../x",
        "acme a*",
        "acme *",
        "acme x=*",
        "git add s*",
        "rm *",
        "ls *.ts",
        "cat *.md",
        "grep x *",
        "grep --inc*",
        "grep --include*=x",
      ],
      allow: [
        "cat src/*.ts",
        "rm src/*.tmp",
        "git add src/*",
        "uniq src/a",
        "acme src/*",
        "grep -rn x src --include=*.ts",
        "grep -rn x --include=*.ts --exclude=*.test.ts src",
      ],
    },
  },
];
