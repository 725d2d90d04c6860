// Rules about one branch, and about what a push does to it, however that is said.
import type { Caught } from "./caught.ts";

export const pushes: readonly Caught[] = [
  {
    rule: "git push origin main",
    caught: [
      "git push origin HEAD:main",
      "git push origin +main",
      "git push origin main:main",
      "git push origin refs/heads/main",
      "git push origin heads/main",
      "git push origin feature:main",
      "git push origin HEAD~2:refs/heads/main",
      "git push origin +HEAD:main",
      "git push origin :main",
      "git push origin feature main",
      "git push origin feature HEAD:main",
      "git push -f origin main",
      "git push --force-with-lease origin HEAD:main",
      "git push --force-with-lease=main origin main",
      "git push --delete origin main",
      "git push origin --delete main",
      "git push -u origin main",
      "git push -o ci.skip origin @:main",
      "git push origin -- main",
      "git -C dir push origin HEAD:main",
      "git -c k=v push origin x:main",
      "sudo git push origin HEAD:main",
      "sh -c 'git push origin HEAD:main'",
    ],
    others: [
      "git push origin feature",
      "git push origin main:feature",
      "git push origin maintenance",
      "git push origin HEAD:fix/main",
      "git push upstream main",
      "git push -o main origin feature",
      "git pull origin main",
    ],
  },
  {
    rule: "git push * main",
    caught: ["git push upstream HEAD:main", "git push -f origin +main", "git push git@example.org:a/b.git x:main"],
    others: ["git push origin x", "git push origin main:x"],
  },
  {
    rule: "git push ** main **",
    caught: ["git push upstream HEAD:main", "git push origin a +main b", "git push origin refs/heads/main --tags"],
    others: ["git push origin a b", "git push origin main:x"],
  },
  {
    rule: "git push origin release/*",
    caught: ["git push origin HEAD:release/1", "git push origin +release/1", "git push origin refs/heads/release/1"],
    others: ["git push origin release", "git push origin x"],
  },
  {
    rule: "git push origin v*",
    caught: ["git push origin refs/tags/v1", "git push origin tag v1", "git push origin HEAD:refs/tags/v1"],
    others: ["git push origin main"],
  },
  {
    rule: "git push origin HEAD:main",
    caught: [
      "git push origin main",
      "git push origin x:main",
      "git push origin refs/heads/main",
      "git push -f origin +main",
    ],
    others: ["git push origin HEAD:x"],
  },
  {
    rule: "git push origin +main",
    caught: ["git push --force origin main", "git push origin main -f", "git push origin +HEAD:main"],
    others: ["git push origin main", "git push -f origin x"],
  },
  {
    rule: "git push ** +*",
    caught: ["git push origin +x", "git push -f origin x", "git push origin a +HEAD:b"],
    others: ["git push origin x"],
  },
  {
    rule: "git push --force **",
    caught: ["git push origin +main", "git push origin a +HEAD:b", "git push --mirror", "git push -uf origin main"],
    others: [
      "git push origin main",
      "git push -u origin main",
      "git push --force-with-lease",
      "git push --follow-tags",
    ],
  },
  {
    rule: "git push --force origin main",
    caught: ["git push origin HEAD:main --force", "git push -f origin refs/heads/main", "git push origin +main"],
    others: ["git push origin main", "git push -f origin x"],
  },
  {
    rule: "git push --delete **",
    caught: [
      "git push origin :x",
      "git push origin a :refs/heads/x",
      "git push --mirror origin",
      "git push --prune origin",
    ],
    others: ["git push origin x", "git push origin a:x"],
  },
  {
    rule: "git push origin --delete main",
    caught: ["git push origin :main", "git push -d origin refs/heads/main", "git push origin :refs/heads/main"],
    others: ["git push origin main", "git push origin :x"],
  },
  { rule: "git push origin :main", caught: ["git push -d origin main"], others: ["git push origin main"] },
];
