// Deny rules whose flags are abbreviated, whose end is open, and commands with more words than anybody reads.
import type { Attack } from "./attack.ts";

export const deniedEnds: readonly Attack[] = [
  {
    about: "beginnings of denied flags, and very many words",
    allow: ["rm **", "git **"],
    deny: ["rm -rf **", "git reset --hard **", "git clean -f **", "git clean --force **"],
    cases: {
      deny: [
        "rm --r --f d",
        "rm --re --fo d",
        "git reset --ha",
        "git reset --h HEAD~1",
        "git clean --fo",
        "git clean -d --f",
      ],
      ask: [`rm ${"f ".repeat(501)}-rf d`, `rm ${"f ".repeat(2000)}`],
      allow: ["rm -r d", "git reset HEAD~1", `rm ${"f ".repeat(300)}`],
    },
  },
  {
    about: "more words behind a denied command",
    allow: ["git **", "rm **", "npm **"],
    deny: ["git push", "rm -rf", "npm publish", "git tag *"],
    cases: {
      deny: [
        "git push",
        "git push origin main",
        "git --no-pager push origin",
        "rm -rf a b",
        "rm a -f -r",
        "npm publish --tag x",
        "npm publish ./dir",
        "npm publ x",
        "git tag a",
        "git tag a b",
        "sudo git push origin",
      ],
      allow: ["git log", "git tag", "rm -f a", "npm test"],
    },
  },
];
