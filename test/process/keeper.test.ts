import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRun, prepareRun, type Run, removeRun } from "../../src/agents/keeper/index.ts";
import { runFiles } from "../../src/agents/keeper/run-files.ts";
import { startKeeper } from "../../src/agents/keeper/start-keeper.ts";
import { watchKeeper } from "../../src/agents/keeper/watch-keeper.ts";
import { processesOf } from "../../src/agents/kill-tree.ts";
import {
  type Bench,
  isAlive,
  makeBench,
  processesWith,
  readAll,
  stateOf,
  untilGone,
  untilSaid,
  zombiesOfThisProcess,
} from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

let bench: Bench;
let innocents: ChildProcess[];

beforeEach(() => {
  bench = makeBench();
  innocents = [];
});

afterEach(async () => {
  await bench.clear();
  for (const child of innocents) child.kill("SIGKILL");
});

const sh = (script: string, ...args: string[]) => ["/bin/sh", "-c", script, "sh", ...args];

/** Leads a group of its own, as a keeper does. */
async function startInnocent(env: Record<string, string> = {}): Promise<number> {
  const child = spawn("sleep", ["1000"], { detached: true, stdio: "ignore", env: { PATH: process.env.PATH, ...env } });
  innocents.push(child);
  await once(child, "spawn");
  return child.pid!;
}

async function readPid(dir: string, file: "keeper" | "holder"): Promise<number> {
  const text = await until(`the file ${file}`, () => {
    const path = join(dir, file);
    return existsSync(path) && /^\d+\n$/.exec(readFileSync(path, "utf8"))?.[0];
  });
  return Number(text);
}

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

describe("what the agent finds", () => {
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
    const opened = await bench.open({ run, dir, cwd, env, argv: [], stdin: { kind: "stream" } });
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
    const files = ["agent", "alive", "err", "exit", "holder", "in", "keeper", "out", "p", "spec.json"];
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
    const [missing, , why] = await end(["no-such-program"]);
    expect([missing, why]).toEqual([exited(127), expect.stringContaining("no-such-program")]);
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

describe("starting", () => {
  test("two daemons at once start one agent, and both see its end", async () => {
    const spec = await bench.prepare(sh("echo started; cat"));
    const runs = await Promise.all(Array.from({ length: 4 }, () => bench.open(spec)));
    await untilSaid(runs[0]!, "started");
    await runs[1]!.write({ offset: 0, bytes: Buffer.from("hello\n") });
    await runs[2]!.closeInput();
    for (const run of runs) {
      expect(await run.exited).toEqual({ kind: "exited", code: 0 });
      expect((await readAll(run)).toString()).toBe("started\nhello\n");
    }
    await until("no process left", async () => (await processesOf(spec.run)).length === 0);
  });

  test("opening again, or preparing again, does not start again", async () => {
    const spec = await bench.prepare(sh("echo started"));
    await prepareRun(spec);
    await (await bench.open(spec)).exited;
    await prepareRun({ ...spec, argv: ["echo", "other"] });
    const again = await bench.open(spec);
    expect(await again.exited).toEqual({ kind: "exited", code: 0 });
    expect((await readAll(again)).toString()).toBe("started\n");
  });

  test("a keeper that nobody watches waits, and the next daemon's start is still the only one", async () => {
    const spec = await bench.prepare(sh("echo started; cat"));
    const keeper = await startKeeper({ run: spec.run, files: runFiles(spec.dir) });
    await until("the keeper to wait", () => stateOf(keeper.pid!) === "S");
    expect(existsSync(join(spec.dir, "keeper"))).toBe(false);
    const run = await bench.open(spec);
    await untilSaid(run, "started");
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    expect((await readAll(run)).toString()).toBe("started\n");
    await until("no process left", async () => (await processesOf(spec.run)).length === 0);
  });

  test("a run that was opened without a start never starts", async () => {
    const spec = await bench.prepare(sh("echo started"));
    const keeper = await startKeeper({ run: spec.run, files: runFiles(spec.dir) });
    await until("the keeper to wait", () => stateOf(keeper.pid!) === "S");
    expect(await (await bench.open(spec, { start: false })).exited).toEqual({ kind: "unstarted" });
    await untilGone(keeper.pid!);
    const run = await bench.open(spec, { start: true });
    expect(await run.exited).toEqual({ kind: "unstarted" });
    expect(await readAll(run)).toEqual(Buffer.alloc(0));
    await run.stop({ graceMs: 0 });
    await removeRun(spec.dir);
  });

  test("a start that the system refuses is an error, and leaves the run to be started", async () => {
    // Longer than one argument may be.
    const { run, dir } = await bench.prepare(["echo", "x".repeat(200_000)]);
    await expect(openRun({ run, dir, start: true })).rejects.toMatchObject({ code: "keeper_not_started" });
    expect(existsSync(join(dir, "keeper"))).toBe(false);
    await expect(openRun({ run, dir: join(dir, "none"), start: true })).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a shell that can't even start ends the run as unstarted", async () => {
    writeFileSync(join(bench.home, "libc.so.6"), "not a library");
    const run = await bench.start(["cat"], { env: { LD_LIBRARY_PATH: bench.home } });
    expect(await run.exited).toEqual({ kind: "unstarted" });
    await run.closeInput();
    await run.stop({ graceMs: 5_000 });
  });
});

describe("outliving the daemon", () => {
  test("nothing is lost or doubled when daemons are killed in the middle of it", async () => {
    const spec = await bench.prepare(sh('while IFS= read -r line; do echo "$line"; done; echo end'));
    const messages = join(bench.home, "messages");
    const journal = join(bench.home, "journal");
    const lines = Array.from({ length: 40 }, (_, index) => `${index} ${"y".repeat((index * 7919) % 60_000)}\n`).join(
      "",
    );
    writeFileSync(messages, lines);
    writeFileSync(journal, "");
    const startDaemon = () => {
      const program = join(__dirname, "../kit/daemon-like.ts");
      const args = [program, spec.run, spec.dir, messages, journal];
      const env = { PATH: process.env.PATH };
      const daemon = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
      return { daemon, end: once(daemon, "exit") };
    };

    const kills = 6;
    for (let kill = 1; kill <= kills; kill++) {
      const { daemon, end } = startDaemon();
      const goal = (lines.length * kill) / (kills + 2);
      await until(`${goal} bytes in the journal`, () => statSync(journal).size >= goal);
      daemon.kill("SIGKILL");
      expect(await end).toEqual([null, "SIGKILL"]);
    }
    const { end } = startDaemon();
    await until("the whole journal", () => statSync(journal).size >= lines.length);
    const run = await bench.open(spec);
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    expect(await end).toEqual([0, null]);
    expect(readFileSync(journal, "utf8")).toBe(`${lines}end\n`);
    expect(readFileSync(join(spec.dir, "in"), "utf8")).toBe(lines);
  });

  test("a run that ended while nobody watched tells how", async () => {
    const spec = await bench.prepare(sh("echo said; cat; exit 7"));
    const first = await bench.open(spec);
    const keeper = await readPid(spec.dir, "keeper");
    const holder = await readPid(spec.dir, "holder");
    await untilSaid(first, "said");
    first.detach();
    process.kill(holder, "SIGTERM");
    await untilGone(keeper);
    const later = await bench.open(spec, { start: false });
    expect(await later.exited).toEqual({ kind: "exited", code: 7 });
    expect((await readAll(later)).toString()).toBe("said\n");
  });

  test("a keeper that was killed while nobody watched is lost", async () => {
    const spec = await bench.prepare(["cat"]);
    const first = await bench.open(spec);
    const keeper = await readPid(spec.dir, "keeper");
    first.detach();
    process.kill(keeper, "SIGKILL");
    await untilGone(keeper);
    const later = await bench.open(spec);
    expect(await later.exited).toEqual({ kind: "lost" });
    await later.stop({ graceMs: 1_000 });
    expect(await processesOf(spec.run)).toEqual([]);
  });

  test("a killed keeper is noticed at once, the agent goes on, and a sweep ends it", async () => {
    const spec = await bench.prepare(sh('trap "" TERM; echo up; while read -r line; do echo "$line"; done'));
    const run = await bench.open(spec);
    await untilSaid(run, "up");
    const keeper = await readPid(spec.dir, "keeper");
    process.kill(keeper, "SIGKILL");
    expect(await run.exited).toEqual({ kind: "lost" });
    await run.write({ offset: 0, bytes: Buffer.from("still here\n") });
    await until("its answer", async () => (await readAll(run)).includes("still here"));
    // The agent, and the tail that feeds it.
    expect(await run.sweep()).toBe(2);
    expect(await processesOf(spec.run)).toEqual([]);
  });
});

describe("stopping", () => {
  const worstTree = `
    sleep "$1" &
    setsid sleep "$1" &
    (setsid sh -c 'sleep "$1" & sleep "$1"; :' sh "$1" &)
    env -i /usr/bin/setsid /bin/sleep "$1" &
    echo up
    sleep "$1"; :
  `;
  const worstTreeSize = 6;
  const tag = () => `1000.${Math.floor(Math.random() * 1e12)}`;

  test("an agent that ends on SIGTERM tells its own code", async () => {
    const run = await bench.start(sh('trap "echo bye; exit 9" TERM; echo up; while :; do sleep 0.01; done'));
    await untilSaid(run, "up");
    await run.stop({ graceMs: 10_000 });
    expect(await run.exited).toEqual({ kind: "exited", code: 9 });
    expect((await readAll(run)).toString()).toBe("up\nbye\n");
  });

  test("an agent that ignores SIGTERM is killed after its grace, and its end is known", async () => {
    const spec = await bench.prepare(sh('trap "" TERM; echo up; while :; do sleep 0.01; done'));
    const run = await bench.open(spec);
    await untilSaid(run, "up");
    await run.stop({ graceMs: 50 });
    expect(await run.exited).toEqual({ kind: "signaled", signal: "SIGKILL" });
    expect(await processesOf(spec.run)).toEqual([]);
  });

  test("a stopped agent can be ended", async () => {
    const run = await bench.start(sh('trap "exit 3" TERM; echo up; kill -STOP $$; exit 4'));
    await untilSaid(run, "up");
    await run.stop({ graceMs: 10_000 });
    expect(await run.exited).toMatchObject({ kind: "exited" });
  });

  test("nothing of the worst tree is left, when the agent ends by itself and when it does not", async () => {
    for (const prelude of ["", 'trap "" TERM;']) {
      const id = tag();
      const spec = await bench.prepare(sh(prelude + worstTree, id));
      const run = await bench.open(spec);
      await until("the whole tree", () => processesWith(`sleep\0${id}`).length === worstTreeSize);
      await run.stop({ graceMs: 100 });
      expect(processesWith(id)).toEqual([]);
      expect(await processesOf(spec.run)).toEqual([]);
      expect((await run.exited).kind).toBe("signaled");
    }
  });

  test("what an agent left behind is swept after its end", async () => {
    const id = tag();
    const run = await bench.start(sh('setsid sleep "$1" & echo up', id));
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    await until("the setsid", () => processesWith(`sleep\0${id}`).length === 1);
    expect(await run.sweep()).toBe(1);
    expect(await run.sweep()).toBe(0);
    expect(processesWith(id)).toEqual([]);
  });

  test("a run that has just been asked to start is stopped without waiting for its grace", async () => {
    for (let round = 0; round < 20; round++) {
      const spec = await bench.prepare(["sleep", "1000"]);
      const run = await bench.open(spec);
      // Somewhere between the start of the shell and that of the agent.
      const place = ["alive", "keeper", "holder", "agent"][round % 4]!;
      await until(place, () => existsSync(join(spec.dir, place)));
      await run.stop({ graceMs: 50_000 });
      expect(["unstarted", "signaled"]).toContain((await run.exited).kind);
      expect(await processesOf(spec.run)).toEqual([]);
    }
  });

  test("the input of a run that has just been asked to start can be ended", async () => {
    for (let round = 0; round < 20; round++) {
      const run = await bench.start(["cat"]);
      if (round % 2 === 0) await until("holder", () => existsSync(join(run.dir, "holder")));
      await run.closeInput();
      expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    }
  });

  test("stopping twice, and after the end, is harmless", async () => {
    const run = await bench.start(["cat"]);
    await Promise.all([run.stop({ graceMs: 5_000 }), run.stop({ graceMs: 5_000 })]);
    await run.stop({ graceMs: 5_000 });
    expect((await run.exited).kind).not.toBe("lost");
  });

  test("a stranger with a number that was ours is never signalled", async () => {
    const spec = await bench.prepare(["cat"]);
    const run = await bench.open(spec);
    const keeper = await readPid(spec.dir, "keeper");
    const holder = await readPid(spec.dir, "holder");
    for (const stranger of [await startInnocent(), await startInnocent({ SKEIN_RUN: `${spec.run}x` })]) {
      writeFileSync(join(spec.dir, "keeper"), `${stranger}\n`);
      writeFileSync(join(spec.dir, "holder"), `${stranger}\n`);
      await run.closeInput();
      expect([stranger, keeper, holder].map(isAlive)).toEqual([true, true, true]);
    }
    process.kill(keeper, "SIGKILL");
    await run.stop({ graceMs: 50 });
    expect(await run.exited).toEqual({ kind: "lost" });
    expect(await processesOf(spec.run)).toEqual([]);
    expect(innocents.map((child) => isAlive(child.pid!))).toEqual([true, true]);
  });
});

describe("letting go", () => {
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

  test("the end of stderr begins with a whole character", async () => {
    const run = await bench.start(sh("printf 'first\\n\\303\\251\\303\\251' >&2"));
    await run.exited;
    expect(await run.stderrTail(100)).toBe("first\n\u00e9\u00e9");
    expect(await run.stderrTail(3)).toBe("\u00e9");
  });

  test("50 runs leave no descriptor, no zombie and no process behind", async () => {
    const descriptors = () => readdirSync("/proc/self/fd").length;
    await (await bench.start(["true"])).exited;
    const use = async (run: Run, index: number) => {
      const end = run.onOutput(() => {});
      await run.write({ offset: 0, bytes: Buffer.from("x\n") });
      if (index % 3 === 0) await run.stop({ graceMs: 5_000 });
      if (index % 3 === 1) await run.closeInput();
      if (index % 3 === 2) await untilSaid(run, "x");
      if (index % 2 === 0) end();
      run.detach();
    };
    const specs = await Promise.all(Array.from({ length: 50 }, () => bench.prepare(["cat"])));
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
