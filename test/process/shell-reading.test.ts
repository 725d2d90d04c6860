// The policy reads commands as real shells do: what it takes for the words of a command is what the command gets.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readScript } from "../../src/core/policy/shell/read-script.ts";
import { tempDir } from "../kit/temp-dir.ts";

const shells = ["/bin/sh", "/bin/dash", "/bin/bash", "/usr/bin/bash", "/bin/zsh", "/usr/bin/zsh", "/bin/ksh"].filter(
  existsSync,
);

const piece = fc.constantFrom(
  ...[
    "a",
    "b",
    "-",
    " ",
    "'",
    '"',
    "\\",
    "\\\n",
    "\n",
    "$",
    "`",
    "*",
    "?",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "&",
    "|",
  ],
  ...[
    ";",
    "#",
    "~",
    "=",
    "!",
    "^",
    "%",
    "@",
    "1",
    "/",
    'a$"',
    "2>&1",
    ">/dev/null",
    "\t",
    ",",
    ".",
    "+",
    ":",
    "é",
    "@{1}",
  ],
  ...["'a b'", '"a b"', '"\\$"', "\\;", "\\'", "'\"'", '"\'"', "''"],
);

/** `printf` is in every shell, so that nothing has to be found, and nothing else can run. */
const script = fc.array(piece, { maxLength: 8 }).map((parts) => `printf '%s\\0' A ${parts.join("")}`);

test(`words are those of ${shells.join(", ")}`, () => {
  expect(shells.length).toBeGreaterThan(0);
  const cwd = tempDir();
  let compared = 0;
  const isComparable = (text: string): boolean => {
    const { commands, obstacles } = readScript(text);
    const [command, ...others] = commands;
    const isOne = obstacles.length === 0 && others.length === 0 && command?.words[0]?.text === "printf";
    return isOne && !/>|&/.test(text) && command.words.every(({ wild, isTilde }) => wild.length === 0 && !isTilde);
  };
  fc.assert(
    fc.property(script.filter(isComparable), (text) => {
      const words = readScript(text).commands[0]?.words.slice(2) ?? [];
      for (const shell of shells) {
        const flags = shell.endsWith("zsh") ? ["-f"] : [];
        const ran = spawnSync(shell, [...flags, "-c", text], {
          cwd,
          encoding: "utf8",
          env: { PATH: "/nowhere", HOME: "/h" },
        });
        // What is no correct script is not run at all.
        if (ran.status !== 0 && ran.stdout === "") continue;
        expect({ shell, out: ran.stdout }).toEqual({ shell, out: words.map((one) => `${one.text}\0`).join("") });
        compared++;
      }
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(30 * shells.length);
});
