// A daemon that an agent's tool has started: it is no part of the agent's life, and neither keeps the other alive.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const environmentOf = (pid: number): string[] => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
const parentOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")[1],
  );
/** Not the shell that starts it, which has the same words. Processes end while they are looked at. */
const isDaemon = (pid: string): boolean => {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return line.includes("\0__daemon\0") && !line.startsWith("/bin/sh\0");
  } catch {
    return false;
  }
};

/** An agent that ignores SIGTERM, and whose tool, as stubborn, has started the daemon and still talks to it. */
async function nested(): Promise<{ skein: SkeinHome; daemon: number }> {
  const skein = new SkeinHome();
  const cli = `env SKEIN_HOME='${skein.home}' '${process.execPath}' '${skein.program}'`;
  for (const name of ["other", "nest"]) await skein.json(["new", "--name", name]);
  const tool = `trap "" TERM; until [ -e go ]; do sleep 0.02; done; ${cli} follow other; sleep 600`;
  await skein.run(["send", "nest", `[[ignore-term]] [[say: Begun.]] [[run: ${tool}]]`]);
  await until("the tool", async () => (await skein.run(["export", "nest"])).out.includes('"type":"tool_call"'));
  await skein.killDaemon();
  writeFileSync(join(skein.workspace, "go"), "");
  const daemon = await until("the next daemon", () => processesOf(skein).find(isDaemon));
  await until("its answer", async () => (await skein.daemonPid()) === Number(daemon));
  return { skein, daemon: Number(daemon) };
}

test.skipIf(process.platform !== "linux")("an agent whose tool started the daemon can be killed", async () => {
  const { skein, daemon } = await nested();
  expect(environmentOf(daemon).filter((entry) => /^SKEIN_(RUN|WITHIN)=/.test(entry))).toEqual(["SKEIN_WITHIN=1"]);
  expect(processesOf(skein)).not.toContain(`${parentOf(daemon)}`);

  expect(await skein.run(["kill", "nest", "-y"])).toMatchObject({ code: 0 });
  expect(await skein.daemonPid()).toBe(daemon);
  expect(processesOf(skein)).toEqual([`${daemon}`]);
});

test.skipIf(process.platform !== "linux")("daemon stop --agents ends such an agent and the daemon", async () => {
  const { skein } = await nested();
  expect(await skein.run(["daemon", "stop", "--agents"])).toMatchObject({ code: 0 });
  expect(processesOf(skein)).toEqual([]);
});

test.skipIf(process.platform !== "linux")("people answer a daemon that an agent has started as any other", async () => {
  const { skein } = await nested();
  await skein.json(["new", "--name", "asking"]);
  await skein.run(["send", "asking", "[[ask: true]]"]);
  await until("the question", async () => (await skein.run(["inbox"])).out.includes("asking"));
  const { code, out } = await skein.run(["answer", "asking", "--once", ...(await skein.asked("asking"))]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^answered: Allow once\n/)]);
});
