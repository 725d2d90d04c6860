// The examples of docs/client.md, each run as people run it, against a real daemon and the demo agent.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

function example(skein: SkeinHome, name: string, ...args: string[]) {
  const child = spawn(process.execPath, [resolve("examples", name), ...args], {
    cwd: skein.workspace,
    env: skein.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => end(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** What it has printed until now. */
function printed(child: ReturnType<typeof example>): () => string {
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  return () => said;
}

test("ask.mjs sends, waits, and prints the agent's words", async () => {
  const skein = new SkeinHome();
  await skein.run(["daemon", "start"]);
  const ask = async (words: string) => {
    const child = example(skein, "ask.mjs", words);
    const exited = once(child, "exit");
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await exited;
    return { out, err, code };
  };
  expect(await ask("[[say: All is well.]]")).toEqual({ out: "All is well.\n", err: "", code: 0 });
  expect(await ask("[[fail: no luck]]")).toMatchObject({ err: "", code: 1 });
  const asked = await ask("[[ask: ls]]");
  expect(asked).toMatchObject({ err: "", code: 1 });
  expect(asked.out).toMatch(/^It waits for an answer: .*\nGive it with: skein inbox$/m);
});

test("follow.mjs prints the log from its beginning, and then what comes", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "hello", "--name", "talk"]);
  const follower = printed(example(skein, "follow.mjs", "talk"));
  await until("the end of the log", () => follower().includes("now live"));
  expect(follower()).toMatch(/^1 session_start /);
  await skein.run(["send", "talk", "again"]);
  await until("the second prompt", () => follower().includes('"again"'));
  const seqs = [...follower().matchAll(/^(\d+) /gm)].map(([, seq]) => Number(seq));
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
});

test("dashboard.mjs shows all sessions, and comes back after the daemon was stopped", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "--name", "first"]);
  const dashboard = printed(example(skein, "dashboard.mjs"));
  await until("the first session", () => /^1 sessions, live\nfirst /m.test(dashboard()));
  await skein.run(["daemon", "stop"]);
  await until("that it is away", () => dashboard().includes("1 sessions, offline"));
  await skein.run(["new", "--name", "second"]);
  await until("the second session", () => /2 sessions, live\n.*second/.test(dashboard()));
});
