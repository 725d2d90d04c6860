import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openRun, type Run, removeRun } from "../../src/agents/keeper/index.ts";
import { runFiles } from "../../src/agents/keeper/run-files.ts";
import { startKeeper } from "../../src/agents/keeper/start-keeper.ts";
import { watchKeeper } from "../../src/agents/keeper/watch-keeper.ts";
import { processesOf } from "../../src/system/processes/kill-tree.ts";
import {
  type Bench,
  makeBench,
  readAll,
  readPid,
  sh,
  untilGone,
  untilSaid,
  zombiesOfThisProcess,
} from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

/** The long form is 1,000. */
const RUNS = Number(process.env.SKEIN_RUNS ?? 50);

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.clear());

describe("talking to an agent", () => {
  test("each line reaches it once and in order, and what it says comes back the same way", async () => {
    const run = await bench.start(sh('while IFS= read -r line; do echo "got $line"; done; echo end'));
    let offset = 0;
    for (let index = 0; index < 200; index++) {
      const bytes = Buffer.from(`line ${index}\n`);
      await run.write({ offset, bytes });
      offset += bytes.length;
    }
    await untilSaid(run, "got line 199\n");
    expect(await run.inputSize()).toBe(offset);
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    const expected = Array.from({ length: 200 }, (_, index) => `got line ${index}\n`).join("");
    expect((await readAll(run)).toString()).toBe(`${expected}end\n`);
  });

  test("lines written at the same time keep their places", async () => {
    const run = await bench.start(["cat"]);
    const lines = Array.from({ length: 50 }, (_, index) => Buffer.from(`${"x".repeat(index)}\n`));
    let offset = 0;
    await Promise.all(
      lines.map((bytes) => {
        const entry = { offset, bytes };
        offset += bytes.length;
        return run.write(entry);
      }),
    );
    await run.closeInput();
    await run.exited;
    expect(await readAll(run)).toEqual(Buffer.concat(lines));
  });

  test("a write that a crash cut short is completed, and repeating it changes nothing", async () => {
    const run = await bench.start(["cat"]);
    const first = Buffer.from("first message\n");
    const second = Buffer.from("second message\n");
    await run.write({ offset: 0, bytes: first });
    appendFileSync(join(run.dir, "in"), second.subarray(0, 5));
    await run.write({ offset: 0, bytes: first });
    await run.write({ offset: first.length, bytes: second });
    await run.write({ offset: first.length, bytes: second });
    await run.closeInput();
    await run.exited;
    expect(await readAll(run)).toEqual(Buffer.concat([first, second]));
  });

  test("a write that would leave a gap or change what was sent is refused", async () => {
    const run = await bench.start(["cat"]);
    await run.write({ offset: 0, bytes: Buffer.from("abc\n") });
    await expect(run.write({ offset: 5, bytes: Buffer.from("x\n") })).rejects.toMatchObject({ code: "input_gap" });
    await expect(run.write({ offset: 0, bytes: Buffer.from("abd\n") })).rejects.toMatchObject({
      code: "input_conflict",
    });
    expect(readFileSync(join(run.dir, "in"), "utf8")).toBe("abc\n");
    await run.write({ offset: 4, bytes: Buffer.from("goes on\n") });
    await untilSaid(run, "goes on");
  });

  test("a line of 1 MB and 8 MB of input arrive byte by byte, also when the input ends at once", async () => {
    const run = await bench.start(["cat"]);
    const line = Buffer.from(`${randomBytes(500_000).toString("hex")}\n`);
    const input = Buffer.concat([line, ...Array.from({ length: 8 }, () => randomBytes(1_000_000))]);
    await run.write({ offset: 0, bytes: line });
    for (let offset = line.length; offset < input.length; offset += 1_000_000) {
      await run.write({ offset, bytes: input.subarray(offset, offset + 1_000_000) });
    }
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    expect((await readAll(run)).equals(input)).toBe(true);
  });

  test("the end of the input waits for the keeper, and comes to an agent that does not read", async () => {
    const run = await bench.start(["sleep", "1000"]);
    // More than the system takes on behalf of a reader.
    await run.write({ offset: 0, bytes: Buffer.alloc(1_000_000, "x") });
    await run.closeInput();
    await untilGone(await readPid(run.dir, "holder"));
    await run.stop({ graceMs: 1_000 });
  });

  test("a prompt given beforehand is all of stdin", async () => {
    const bytes = Buffer.from("one prompt, with \u0000 and \u{1f600} and no newline");
    const run = await bench.start(["cat"], { stdin: { kind: "file", bytes } });
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    expect(await readAll(run)).toEqual(bytes);
  });

  test("output is noticed as it comes", async () => {
    const run = await bench.start(sh("while read -r line; do echo $line; done"));
    let offset = 0;
    for (const word of ["one", "two", "three"]) {
      const bytes = Buffer.from(`${word}\n`);
      await run.write({ offset, bytes });
      offset += bytes.length;
      await untilSaid(run, word);
    }
  });
});

describe("what the agent starts with", () => {
  test("its environment is the given one, whatever the names, with the marker", async () => {
    const env = {
      PATH: process.env.PATH!,
      d: "1",
      i: "2",
      h: "3",
      r: "4",
      QUOTED: `it's "$HOME" \\ \`x\``,
      LINES_: "a\nb",
      EMPTY: "",
      OLDPWD: "/old",
      PWD: "/wrong",
    };
    const { run, dir, cwd } = await bench.prepare(["env", "-0"], { env });
    const opened = await bench.open({ dir });
    await opened.exited;
    const found = (await readAll(opened)).toString().split("\0").filter(Boolean).sort();
    const { OLDPWD: _, ...kept } = env;
    const expected = Object.entries({ ...kept, PWD: cwd, SKEIN_RUN: run }).map(([name, value]) => `${name}=${value}`);
    expect(found).toEqual(expected.sort());
  });

  test("its arguments are literal, its directory and mask are the user's, its terminal is none", async () => {
    const argv = sh(
      'printf "%s\\n" "$@"; pwd; umask; exec 2>/dev/null; (: </dev/tty) || echo no terminal',
      "-n",
      "$HOME *",
      "a\nb",
      "",
    );
    const run = await bench.start(argv);
    await run.exited;
    const mask = process.umask().toString(8).padStart(4, "0");
    expect((await readAll(run)).toString()).toBe(`-n\n$HOME *\na\nb\n\n${bench.home}\n${mask}\nno terminal\n`);
  });

  test("it has no descriptor of ours", async () => {
    const list = ["ls", "/proc/self/fd"] as const;
    const run = await bench.start(list);
    await run.exited;
    // Whoever started this process may have left something open for it, and for all its children.
    const plain = spawnSync(list[0], [list[1]], { stdio: ["ignore", "pipe", "ignore"] });
    expect((await readAll(run)).toString()).toBe(plain.stdout.toString());
  });

  test("the run's files are private", async () => {
    const run = await bench.start(["cat"]);
    await run.closeInput();
    await run.exited;
    const modes = Object.fromEntries(
      readdirSync(run.dir).map((name) => [name, (statSync(join(run.dir, name)).mode & 0o777).toString(8)]),
    );
    const files = ["agent", "alive", "err", "exit", "holder", "in", "keeper", "out", "over", "p", "spec.json"];
    expect(modes).toEqual(Object.fromEntries(files.map((name) => [name, "600"])));
    expect(statSync(run.dir).mode & 0o777).toBe(0o700);
  });
});

describe.each([{ shell: ["/bin/dash"] }, { shell: ["/bin/bash", "--posix"] }] as const)("under $shell", ({ shell }) => {
  async function end(argv: readonly string[], rest: { cwd?: string } = {}): Promise<[unknown, string, string]> {
    const spec = await bench.prepare(argv, rest);
    const files = runFiles(spec.dir);
    const watch = watchKeeper(files);
    await startKeeper({ run: spec.run, files, shell });
    await until("the keeper", () => existsSync(files.keeper));
    const run = await bench.open(spec, { start: false });
    const exit = await run.exited;
    watch.close();
    return [exit, (await readAll(run)).toString(), await run.stderrTail(1_000)];
  }
  const exited = (code: number) => ({ kind: "exited", code });
  const signaled = (signal: string) => ({ kind: "signaled", signal });

  test.each([0, 1, 3, 127, 255])("exit code %i is told", async (code) => {
    expect(await end(sh(`echo said; echo complained >&2; exit ${code}`))).toEqual([
      exited(code),
      "said\n",
      "complained\n",
    ]);
  });

  test.each(["HUP", "INT", "QUIT", "KILL", "TERM", "SEGV"])(
    "an end by SIG%s is told, and no signal is ignored",
    async (name) => {
      expect(await end(sh(`kill -${name} $$; sleep 1000`))).toEqual([signaled(`SIG${name}`), "", ""]);
    },
  );

  test("a program that is missing, or can't be run, is an exit with its reason", async () => {
    const [missing, , why] = await end(["/no/such/program"]);
    expect([missing, why]).toEqual([exited(127), expect.stringContaining("/no/such/program")]);
    const [forbidden, , whyNot] = await end(["/etc/passwd"]);
    expect([forbidden, whyNot]).toEqual([exited(126), expect.stringContaining("/etc/passwd")]);
  });

  test("a directory that is missing, or is none, is an exit with its reason", async () => {
    const loop = join(bench.home, "loop");
    symlinkSync(loop, loop);
    for (const cwd of ["/no/such/directory", "/etc/passwd", loop]) {
      const [exit, , why] = await end(["true"], { cwd });
      expect([exit, why]).toEqual([exited(126), expect.stringContaining(cwd)]);
    }
  });

  test("signals to the keeper alone do not end the run", async () => {
    const argv = sh('for s in HUP INT TERM; do kill -$s "$PPID"; done; sleep 0.05; echo still here; exit 4');
    expect(await end(argv)).toEqual([exited(4), "still here\n", ""]);
  });
});

describe("the end of a run", () => {
  test("a run is removed only after its end", async () => {
    const run = await bench.start(["cat"]);
    await readPid(run.dir, "keeper");
    await expect(removeRun(run.dir)).rejects.toMatchObject({ code: "run_active" });
    expect(existsSync(join(run.dir, "spec.json"))).toBe(true);
    await run.closeInput();
    await run.exited;
    run.detach();
    await removeRun(run.dir);
    expect(existsSync(run.dir)).toBe(false);
    await removeRun(run.dir);
  });

  test("a command that it left in the background is work besides it; what it holds for itself is none", async () => {
    const script = 'sleep 300 & echo ready; read -r line; setsid sleep 300 & read -r line; kill "$!"; cat';
    const run = await bench.start(sh(script));
    await untilSaid(run, "ready\n");
    expect(await run.hasBackgroundWork()).toBe(false);
    await run.write({ offset: 0, bytes: Buffer.from("go\n") });
    await until("the command", () => run.hasBackgroundWork());
    await run.write({ offset: 3, bytes: Buffer.from("stop\n") });
    await until("its end", async () => !(await run.hasBackgroundWork()));
  });

  test("the end of stderr begins with a whole character", async () => {
    const run = await bench.start(sh("printf 'first\\n\\303\\251\\303\\251' >&2"));
    await run.exited;
    expect(await run.stderrTail(100)).toBe("first\n\u00e9\u00e9");
    expect(await run.stderrTail(3)).toBe("\u00e9");
  });

  test(`${RUNS} runs leave no descriptor, no zombie and no process behind`, async () => {
    const descriptors = () => readdirSync("/proc/self/fd").length;
    const use = async (run: Run, index: number) => {
      const end = run.onOutput(() => {});
      await run.write({ offset: 0, bytes: Buffer.from("x\n") });
      if (index % 3 === 0) await run.stop({ graceMs: 5_000 });
      if (index % 3 === 1) await run.closeInput();
      if (index % 3 === 2) await untilSaid(run, "x");
      if (index % 2 === 0) end();
      run.detach();
    };
    const specs = await Promise.all(Array.from({ length: RUNS }, () => bench.prepare(["cat"])));
    // What the process opens once and keeps is no leak.
    for (let index = 0; index < 6; index++) {
      const run = await bench.start(["cat"]);
      await use(run, index);
    }
    const before = descriptors();
    for (const [index, spec] of specs.entries()) await use(await openRun({ ...spec, start: true }), index);
    await until(`${before} descriptors`, () => descriptors() <= before);
    for (const { run, dir } of specs) {
      const opened = await openRun({ run, dir, start: false });
      await opened.stop({ graceMs: 5_000 });
      opened.detach();
    }
    await until("no zombie", () => zombiesOfThisProcess() === 0);
    await until(`${before} descriptors`, () => descriptors() <= before);
    for (const { run } of specs) expect(await processesOf(run)).toEqual([]);
  });
});
