// What people do with sessions day to day, with the built program, and completion in real shells.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutPrograms } from "../kit/left-out.ts";
import { SkeinHome } from "../kit/skein-home.ts";

interface Listed {
  sessions: { id: string; name: string | null; status: string }[];
}

const names = async (skein: SkeinHome, ...words: string[]): Promise<(string | null)[]> =>
  (await skein.json<Listed>(["sessions", ...words])).sessions.map(({ name }) => name).sort();

/** A file that can be run. */
function script(directory: string, name: string, text: string): string {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

test("a session is deleted, brought back, and goes on where it was", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "[[say: first answer]]", "--name", "api"]);
  await skein.run(["new", "--name", "other"]);
  const deleted = await skein.run(["delete", "api", "other"]);
  expect(deleted).toMatchObject({ code: 0, err: "" });
  expect(deleted.out).toContain("skein undo");
  expect(await names(skein, "--all")).toEqual([]);
  expect((await skein.run(["show", "api"])).code).toBe(3);
  await skein.run(["daemon", "stop"]);
  const undone = await skein.run(["undo"]);
  expect(undone.out).toMatch(/restored api \(\w{8}\)/);
  expect(undone.out).toMatch(/restored other \(\w{8}\)/);
  expect(await names(skein)).toEqual(["api", "other"]);
  expect((await skein.run(["show", "api"])).out).toContain("first answer");
  expect(await skein.run(["send", "api", "[[say: second answer]]", "--wait"])).toMatchObject({
    code: 0,
    out: "second answer\n",
  });
  expect((await skein.run(["verify", "api"])).out).toMatch(/^api is intact: \d+ events\n$/);
});

test("[R-36] old sessions are shown, pruned with what runs in them, and can be brought back", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "[[pace: 20ms]] [[count: 5000]]", "--name", "busy", "--detach"]);
  await skein.run(["new", "--name", "idle"]);
  expect((await skein.run(["prune", "--older-than", "1h"])).out).toBe("Nothing is older than 1h.\n");
  const words = ["prune", "--older-than", "0m"];
  const look = await skein.run([...words, "--dry-run"]);
  expect(look.out).toMatch(/2 sessions with \d+ events; nothing was deleted\n$/);
  expect((await skein.run(words)).code).toBe(2);
  const pruned = await skein.run([...words, "-y"]);
  expect(pruned).toMatchObject({ code: 0, err: "" });
  expect(await names(skein, "--all")).toEqual([]);
  expect((await skein.run(["undo"])).out.match(/^restored /gm)).toHaveLength(2);
  const { sessions } = await skein.json<Listed>(["sessions"]);
  expect(sessions.map(({ status }) => status)).toEqual(["stopped", "stopped"]);
  expect((await skein.run(["kill", "--status", "stopped", "-y"])).code).toBe(0);
});

test("the config is changed by a command and in an editor, and a broken one never takes its place", async () => {
  const skein = new SkeinHome();
  const file = join(skein.home, "config.toml");
  writeFileSync(file, '# mine\ndefault_agent = "demo" # for trying\n');
  expect((await skein.run(["config", "set", "limits.turn_minutes", "30"])).code).toBe(0);
  const after = '# mine\ndefault_agent = "demo" # for trying\n\n[limits]\nturn_minutes = 30\n';
  expect(readFileSync(file, "utf8")).toBe(after);
  expect((await skein.run(["config", "set", "limits.turn_minutes", "soon"])).code).toBe(2);
  skein.env.EDITOR = script(skein.root, "break", 'echo "nonsense = 1" >> "$1"');
  const broken = await skein.run(["config", "edit"]);
  expect(broken.code).toBe(1);
  expect(broken.err).toContain('unknown key "limits.nonsense"');
  const [, kept = ""] = /your version is in (\S+)/.exec(broken.err) ?? [];
  expect(readFileSync(kept, "utf8")).toBe(`${after}nonsense = 1\n`);
  expect(readFileSync(file, "utf8")).toBe(after);
  skein.env.EDITOR = script(skein.root, "mend", 'echo "budget_usd = 2" >> "$1"');
  expect(await skein.run(["config", "edit"])).toMatchObject({ code: 0, out: `changed ${file}\n` });
  expect((await skein.run(["config", "get", "limits.budget_usd"])).out).toBe("2\n");
  await skein.run(["new", "--name", "api"]);
  expect((await skein.run(["limit", "api"])).out).toMatch(/cost +\$2\.00 +by config/);
});

test("open --editor runs the person's editor in the directory, and nothing that lies there", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "--name", "api"]);
  const seen = join(skein.root, "seen");
  script(skein.workspace, "my-editor", `touch ${join(skein.root, "harmed")}`);
  script(join(skein.root, "bin"), "my-editor", `pwd > ${seen}; echo "$1" >> ${seen}`);
  skein.env.PATH = `.:${skein.workspace}:${join(skein.root, "bin")}:${skein.env.PATH}`;
  skein.env.EDITOR = "my-editor";
  expect((await skein.run(["open", "api", "--editor"])).code).toBe(0);
  expect(readFileSync(seen, "utf8")).toBe(`${skein.workspace}\n${skein.workspace}\n`);
  expect(existsSync(join(skein.root, "harmed"))).toBe(false);
});

/** A home with a session and `skein` on the PATH, as a shell finds it. */
async function withShell() {
  const skein = new SkeinHome();
  await skein.run(["new", "--name", "api-refactor"]);
  const bin = join(skein.root, "bin");
  script(bin, "skein", `exec "${process.execPath}" "${skein.program}" "$@"`);
  const env = { ...skein.env, PATH: `${bin}:${skein.env.PATH}` };
  return {
    run: (shell: string, args: string[], input: string): string[] =>
      execFileSync(shell, [...args, input], { env, cwd: skein.workspace, encoding: "utf8" })
        .split("\n")
        .filter(Boolean)
        .sort(),
  };
}

const cases: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [["archi"], ["archive"]],
  [["kill", "api"], ["api-refactor"]],
  [["kill", "other", "api"], ["api-refactor"]],
  [["--json", "show", "api"], ["api-refactor"]],
  [["kill", "--stat"], ["--status"]],
  [["new", "--agent", "dem"], ["demo"]],
  [["new", "--mode", "pl"], ["plan"]],
  [["daemon", "unin"], ["uninstall"]],
  [["sessions", "-s", "api"], ["api-refactor"]],
];

test("bash completes commands, flags, sessions, agents and modes", async () => {
  const { run } = await withShell();
  for (const [words, expected] of cases) {
    const script = `source <(skein completion bash); COMP_WORDS=(skein ${words.join(" ")}); COMP_CWORD=${words.length}; _skein; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect([words, run("bash", ["--norc", "-c"], script)]).toEqual([words, expected]);
  }
});

/** What completion offers is what begins with the word: zsh leaves that to its own `compadd`, which is only there while somebody completes. */
const zshStub = `
compdef() { }
_files() { }
compadd() {
  local -a found
  if [[ " $* " == *" -a "* ]]; then found=(\${(P)argv[-1]}); else shift; found=("$@"); fi
  print -l -- \${(M)found:#\${words[CURRENT]}*}
}
`;

test.skipIf(withoutPrograms("completion in zsh", ["zsh"], "npm run test:process"))(
  "zsh completes the same",
  async () => {
    const { run } = await withShell();
    for (const [words, expected] of cases) {
      const script = `${zshStub} source <(skein completion zsh); words=(skein ${words.join(" ")}); CURRENT=${words.length + 1}; _skein`;
      expect([words, run("zsh", ["-f", "-c"], script)]).toEqual([words, expected]);
    }
  },
);

test.skipIf(withoutPrograms("completion in fish", ["fish"], "npm run test:process"))(
  "fish completes the same",
  async () => {
    const { run } = await withShell();
    for (const [words, expected] of cases) {
      const script = `skein completion fish | source; complete -C "skein ${words.join(" ")}"`;
      const offered = run("fish", ["--no-config", "-c"], script).map((line) => line.split("\t", 1)[0]);
      expect([words, offered]).toEqual([words, expected]);
    }
  },
);
