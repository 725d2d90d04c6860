// The bridge to OpenCode's server, with a stand-in for that server.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../kit/run-bench.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";

const program = join(import.meta.dirname, "../../dist/opencode-bridge.cjs");
const server = join(import.meta.dirname, "../kit/opencode-server.ts");

class Bridge {
  readonly lines: string[] = [];
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly stderr: Promise<string>;
  readonly exit: Promise<number | null>;
  readonly #pidFile: string;

  constructor(opencode?: string) {
    const dir = tempDir();
    this.#pidFile = join(dir, "pid");
    const standIn = join(dir, "opencode");
    writeFileSync(standIn, `#!/bin/sh\necho $$ > ${this.#pidFile}\nexec ${process.execPath} ${server} "$@"\n`);
    chmodSync(standIn, 0o755);
    this.child = spawn(process.execPath, [program, opencode ?? standIn], { stdio: ["pipe", "pipe", "pipe"] });
    onTestFinished(() => void this.child.kill("SIGTERM"));
    createInterface({ input: this.child.stdout }).on("line", (line) => this.lines.push(line));
    this.stderr = text(this.child.stderr);
    this.exit = new Promise((resolve) => this.child.on("close", (code) => resolve(code)));
  }

  ask(id: string, path: string, more: object = {}): void {
    this.child.stdin.write(`${JSON.stringify({ id, method: "POST", path, ...more })}\n`);
  }

  async answer(id: string): Promise<{ status: number; body: unknown }> {
    const find = () => this.lines.find((line) => line.startsWith(`{"id":"${id}"`));
    return JSON.parse(await until(`an answer to ${id}`, find, 30_000));
  }

  /** The process of the server, once it is there. */
  async serverPid(): Promise<number> {
    await until("the server", () => existsSync(this.#pidFile) && readFileSync(this.#pidFile, "utf8").endsWith("\n"));
    return Number(readFileSync(this.#pidFile, "utf8"));
  }
}

test("requests that came before the server was there are done in order, each answered by a line", async () => {
  const bridge = new Bridge();
  for (const id of ["a", "b", "c"]) bridge.ask(id, `/${id}`, { body: { said: id } });
  await bridge.answer("c");
  const answers = bridge.lines.filter((line) => line.includes('"status"')).map((line) => JSON.parse(line));
  expect(answers).toEqual(
    ["a", "b", "c"].map((id) => ({
      id,
      status: 200,
      body: { method: "POST", url: `/${id}`, bytes: 12, body: `{"said":"${id}"}` },
    })),
  );
  expect(JSON.parse(bridge.lines[0] ?? "")).toMatchObject({ type: "server.connected" });
});

test("events are lines, none lost and none overtaken; what only keeps the connection alive is not told", async () => {
  const bridge = new Bridge();
  bridge.ask("many", "/events/5000");
  bridge.ask("big", "/big");
  await until("the last event", () => bridge.lines.some((line) => line.includes('"type":"big"')), 30_000);
  const events = bridge.lines.map((line) => JSON.parse(line)).filter(({ type }) => type !== undefined);
  const numbers = events.filter(({ type }) => type === "n").map(({ properties }) => properties.n);
  expect(numbers).toEqual(Array.from({ length: 5000 }, (_, n) => n));
  expect(events.find(({ type }) => type === "big").properties.text).toHaveLength(4_000_000);
  expect(events.filter(({ type }) => type === "server.heartbeat")).toEqual([]);
});

test.for(["known", "slow"])(
  "[T-21] before a question its call is told, and nothing overtakes it: %s",
  async (message) => {
    const bridge = new Bridge();
    bridge.ask("q", `/question/${message}`);
    const types = () => bridge.lines.flatMap((line) => JSON.parse(line).type ?? []);
    await until("the event behind the question", () => types().includes("after"));
    expect(types()).toEqual(["server.connected", "message.part.updated", "permission.asked", "after"]);
    const call = bridge.lines.map((line) => JSON.parse(line)).find(({ type }) => type === "message.part.updated");
    expect(call.properties).toMatchObject({
      sessionID: "s 1",
      part: { callID: "c1", state: { status: "running", input: { workdir: "/etc" } } },
    });
  },
);

test("a question whose call OpenCode does not tell of is told alone", async () => {
  const bridge = new Bridge();
  bridge.ask("q", "/question/gone");
  await until("the question", () => bridge.lines.some((line) => line.includes("permission.asked")));
  expect(bridge.lines.filter((line) => line.includes("message.part.updated"))).toEqual([]);
});

test("a body of many megabytes arrives whole, and of a long list only what was wanted comes back", async () => {
  const bridge = new Bridge();
  bridge.ask("large", "/x", { body: "ä".repeat(10_000_000) });
  bridge.ask("list", "/list", { method: "GET", pluck: "info.id" });
  expect(await bridge.answer("large")).toMatchObject({ status: 200, body: { bytes: 20_000_002 } });
  expect(await bridge.answer("list")).toMatchObject({ body: ["a", "b", null] });
});

test("the end of its input ends the server, and then itself", async () => {
  const bridge = new Bridge();
  bridge.ask("a", "/a");
  await bridge.answer("a");
  const pid = await bridge.serverPid();
  bridge.child.stdin.end();
  expect(await bridge.exit).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test("[R-33] a signal ends the server, too, also while it boots", async () => {
  for (const isBooted of [true, false]) {
    const bridge = new Bridge();
    const pid = await bridge.serverPid();
    if (isBooted) await until("the server's first event", () => bridge.lines.length > 0);
    bridge.child.kill("SIGTERM");
    expect(await bridge.exit).toBe(143);
    expect(isAlive(pid)).toBe(false);
  }
});

test("[R-35] a server that dies takes the bridge with it, and its last words are told", async () => {
  const bridge = new Bridge();
  bridge.ask("die", "/die");
  expect(await bridge.exit).toBe(1);
  expect(await bridge.stderr).toContain("the database is locked");
});

test("a stream of events that breaks is the end: what came since would be missed", async () => {
  const bridge = new Bridge();
  bridge.ask("break", "/break");
  expect(await bridge.exit).toBe(1);
  expect(await bridge.stderr).toContain("the event stream broke");
  expect(isAlive(await bridge.serverPid())).toBe(false);
});

test("a program that can't be started is said in one sentence", async () => {
  const bridge = new Bridge("/no/such/opencode");
  expect(await bridge.exit).toBe(1);
  expect((await bridge.stderr).trim()).toBe("OpenCode's server is gone: spawn /no/such/opencode ENOENT");
});

test("a line that is no request is complained about, and harms nothing", async () => {
  const bridge = new Bridge();
  bridge.child.stdin.write('nonsense\n{"id":7}\n\n');
  bridge.ask("a", "/a");
  expect(await bridge.answer("a")).toMatchObject({ status: 200 });
  bridge.child.stdin.end();
  expect((await bridge.stderr).trim().split("\n")).toEqual(Array(2).fill("a line on stdin is not a request"));
});
