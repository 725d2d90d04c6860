// Keys of config.toml about the webhook and about tools of one's own that nothing else gives to the built daemon: each is heard.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

/** The config may name programs: each is a shell script with these lines. */
async function daemonWith(config: (script: (...lines: string[]) => string) => string): Promise<DaemonProcess> {
  const daemon = new DaemonProcess();
  mkdirSync(daemon.paths.home, { mode: 0o700 });
  const script = (...lines: string[]): string => {
    const path = join(daemon.workspace, "tool");
    writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
    return path;
  };
  writeFileSync(daemon.paths.config, config(script), { mode: 0o600 });
  await daemon.start();
  return daemon;
}

async function send(daemon: DaemonProcess, agent: string, prompt: string): Promise<string> {
  const { session } = await daemon.client.create({ cwd: daemon.workspace, agent });
  await daemon.client.prompt(session.id, { content: [{ type: "text", text: prompt }] });
  return session.id;
}

async function saidIn(daemon: DaemonProcess, session: string): Promise<string> {
  const events = await daemon.events(session);
  return events.flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : [])).join("");
}

/** What was said in the first turn. */
async function answerOf(daemon: DaemonProcess, session: string): Promise<string> {
  await daemon.event(session, ({ type }) => type === "turn_end");
  return saidIn(daemon, session);
}

async function listening(): Promise<{ url: string; bodies: Record<string, unknown>[] }> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request, answer) => {
    bodies.push(JSON.parse(await text(request)));
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies };
}

test.for([
  ["false", {}],
  ["true", { detail: "npm test -- --all" }],
] as const)("notify.webhook is told who needs you; with include_text = %s beyond that: %j", async ([value, more]) => {
  const { url, bodies } = await listening();
  const daemon = await daemonWith(() => `[notify]\nwebhook = "${url}"\ninclude_text = ${value}\n`);
  const session = await send(daemon, "demo", "[[ask: npm test -- --all]]");
  const [body] = await until("the webhook's call", () => bodies.length > 0 && bodies);
  const { detail, ...line } = body ?? {};
  expect(line).toMatchObject({ v: 1, state: "raised", kind: "needs_you", session });
  expect(detail === undefined ? {} : { detail }).toEqual(more);
});

test("tools.<name>.dangerous_mode = true adds the dangerous flag to every run", async () => {
  const daemon = await daemonWith(
    (script) =>
      `[tools.mine]\ncommand = "${script('echo "with $*"')}"\ndangerous_flag = "--yolo"\ndangerous_mode = true\n`,
  );
  expect(await answerOf(daemon, await send(daemon, "mine", "one"))).toBe("with --yolo\n");
});

const lines = (command: string, more: string): string =>
  `[tools.mine]\nprotocol = "lines"\ncommand = "${command}"\nprompt_patterns = ["> $"]\n${more}\n`;

test("tools.<name>.multiline_marks go around a prompt of several lines", async () => {
  const daemon = await daemonWith((script) => {
    const heard = `while IFS= read -r line; do all="$all|$line"; case "$line" in *END) break;; esac; done`;
    return lines(
      script("printf '> '", heard, `printf 'heard %s\\n> ' "$all"`, "read -r more"),
      'multiline_marks = ["BEGIN", "END"]',
    );
  });
  expect(await answerOf(daemon, await send(daemon, "mine", "one\ntwo"))).toBe("heard |BEGINone|twoEND\n");
});

test("tools.<name>.busy_patterns: a last line that looks like that is no prompt", async () => {
  const daemon = await daemonWith((script) => {
    const works = ["printf '> '", "read -r line", "printf 'busy > '", "until test -e go; do sleep 0.02; done"];
    return lines(script(...works, "printf '\\ndone\\n> '", "read -r more"), 'busy_patterns = ["^busy"]');
  });
  const session = await send(daemon, "mine", "one");
  await until("it to be passed on", async () => (await saidIn(daemon, session)).includes("busy > "));
  expect((await daemon.events(session)).map(({ type }) => type)).not.toContain("turn_end");
  writeFileSync(join(daemon.workspace, "go"), "");
  expect(await answerOf(daemon, session)).toBe("busy > \ndone\n");
});
