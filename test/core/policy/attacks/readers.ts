// Programs that go through directories by themselves, where paths are denied.
import type { Attack } from "./attack.ts";

const programs =
  "rg ag ack git rgrep xzgrep bzgrep ugrep bsdtar rsync diff grep zip scp cat cp tar 7z cpio wc sort egrep".split(" ");
const allow = programs.map((one) => `${one} **`);

export const readers: readonly Attack[] = [
  {
    about: "programs that find files by themselves",
    allow,
    denyPaths: ["**/.env", "secrets/**", "~/.ssh/**"],
    cases: {
      ask: [
        "rg KEY",
        "rg KEY src",
        "ag KEY",
        "ack KEY",
        "git grep KEY",
        "git --no-pager grep KEY",
        "git grep --untrack --no-exclude-standard KEY",
        "diff -N . src",
        "diff --new-file a b",
        "diff . src",
        "diff src/ lib/",
        "zip -9r x.zip src",
        "zip --rec x.zip src",
        "zip --r x.zip src",
        "scp -4r src host:x",
        "grep -2r KEY src",
        "grep --rec KEY src",
        "rgrep KEY src",
        "xzgrep -r KEY src",
        "bzgrep -r KEY src",
        "ugrep -r KEY",
        "ugrep KEY",
        "bsdtar c src",
        "bsdtar -cf x src",
        "rsync -d src x",
        "rsync --dirs src x",
        "rsync -rlt src x",
        "rsync --files-from=a src x",
        "7z a x.7z src",
        "cpio -o",
        "wc --files0-from=list",
        "sort --files0-from=list",
        "cat /dev/fd/../cwd/.enx",
        "cat /dev/fd/../cwd/.env",
        "cat /proc/thread-self/../../cwd/.envx",
        "cat /usr/bin/../../root/.ssh/id_rsa",
        `cat ${"/proc/self/root".repeat(2000)}/x`,
      ],
      deny: ["grep -5f.env x", "rg -5f.env x", "cat /proc/self/cwd/.env", "cat /usr/../work/site/.env"],
      allow: [
        "diff a.ts src/b.ts",
        "grep -n KEY src/a.ts",
        "grep -5 KEY src/a.ts",
        "cat src/../a.ts",
        "cat /work/site/src/../a.ts",
        "git log",
        "wc -l a.ts",
        "cat /proc/cpuinfo",
        "bsdtar tf a.tar",
      ],
    },
  },
  {
    about: "programs that leave hidden files alone, where only hidden files are denied",
    allow,
    denyPaths: ["**/.env"],
    cases: {
      allow: ["rg KEY", "rg KEY src", "rg -n -i KEY", "ag KEY", "ack KEY"],
      ask: [
        "rg --hidden KEY",
        "rg -uu KEY",
        "rg -. KEY",
        "rg -g '*env' KEY",
        "git grep KEY",
        "grep -r KEY .",
        "ugrep KEY",
      ],
    },
  },
  {
    about: "programs that find files by themselves, where no path is denied",
    allow,
    cases: { allow: ["rg KEY", "git grep KEY", "grep -rn KEY src", "diff -r a b", "zip -9r x.zip src"] },
  },
];
