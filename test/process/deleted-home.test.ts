// A daemon whose home is deleted ends with its agents, and says why where somebody can still read it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { isListening, unixTransport } from "../../src/client/index.ts";
import { daemonArguments, pathsOf } from "../../src/home/index.ts";
import { killProcessesIn } from "../kit/processes-in.ts";
import { processesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

test("a daemon whose home was deleted ends, with the agents that nobody else knows of, and says why on stderr", async () => {
  const skein = new SkeinHome();
  const daemon = spawn(process.execPath, daemonArguments(skein.program), {
    env: skein.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(daemon.stderr);
  const exited = once(daemon, "exit");
  onTestFinished(() => killProcessesIn(skein.root));
  await until("the daemon", () => isListening(unixTransport(pathsOf(skein.env).socket)));
  await skein.json(["new", "--name", "work"]);
  const wait = "while [ -e wait ]; do sleep 0.1; done";
  writeFileSync(join(skein.workspace, "wait"), "");
  await skein.json(["send", "work", `[[say: Begun.]] [[run: ${wait}]] [[say: More.]] [[hang]]`]);
  await until("the agent to be in its turn", async () =>
    (await skein.run(["export", "work"])).out.includes('"type":"agent_message"'),
  );
  rmSync(skein.home, { recursive: true });
  rmSync(join(skein.workspace, "wait"));
  expect(await exited).toEqual([0, null]);
  expect(await said).toContain("was deleted while this daemon ran");
  await until("its agents to be gone", () => processesOf(skein).length === 0);
  expect(existsSync(skein.home)).toBe(false);
});
