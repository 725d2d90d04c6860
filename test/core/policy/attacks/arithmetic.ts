// What shells compute in arguments of their own commands: an assignment in there may set PATH.
import type { Attack } from "./attack.ts";

export const arithmetic: readonly Attack[] = [
  {
    about: "arithmetic that sets variables",
    allow: ["printf **", "test **", "[ **", "print **", "git status **", "exit **", "shift **", "echo **"],
    cases: {
      ask: [
        "printf %d PATH=0; git status",
        "printf %d 1,PATH=0; git status",
        "printf %d PATH+=1; git status",
        "printf %d PATH++; git status",
        "printf %d ++PATH; git status",
        "printf %d --PATH; git status",
        "printf %d PATH--; git status",
        "test PATH=0 -eq 0 && git status",
        "test 0 -eq PATH=0 && git status",
        "[ PATH=0 -eq 0 ] && git status",
        "[ 'PATH = 0' -eq 0 ] && git status",
        "print -v PATH 0; git status",
        "print -rv PATH 0; git status",
        "exit PATH=0",
        "shift PATH=0; git status",
      ],
      allow: [
        "test a != b",
        "[ -f a ] && git status",
        "printf '%s\\n' a b",
        "printf -- '%s' a",
        "echo a=b",
        "exit 1",
        "test 1 -le 2",
      ],
    },
  },
];
