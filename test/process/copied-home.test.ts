// A copy of a home that is looked at while the other one is at work: nothing of the other one's is ended, and nothing is done twice.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

test("looking at a copy of a home leaves the agents of the other one at work, and its queue alone", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[run: echo begun > begun; until [ -e go ]; do sleep 0.05; done]]"]);
  await skein.json(["send", "work", "[[run: echo ran >> second]]"]);
  await until("the agent to be at work", () => existsSync(join(skein.workspace, "begun")));
  const original = skein.env.SKEIN_HOME ?? "";
  // As people do it: FIFOs and sockets are copied as what they are.
  execFileSync("cp", ["-a", original, `${original}.copy`]);

  skein.env.SKEIN_HOME = `${original}.copy`;
  onTestFinished(async () => {
    skein.env.SKEIN_HOME = `${original}.copy`;
    await skein.run(["daemon", "stop", "--agents"]);
    skein.env.SKEIN_HOME = original;
  });
  const { sessions } = await skein.json<{ sessions: { status: string }[] }>(["ls"]);
  expect(sessions).toMatchObject([{ status: "error", reason: { code: "home_copied" } }]);
  await skein.json(["daemon", "stop", "--agents"]);

  skein.env.SKEIN_HOME = original;
  execFileSync("touch", [join(skein.workspace, "go")]);
  const ends = async () => (await skein.run(["export", "work"])).out.split('"type":"turn_end"').length - 1;
  await until("the queue to go on in the first home", async () => (await ends()) === 2);
  expect(readFileSync(join(skein.workspace, "second"), "utf8")).toBe("ran\n");
  expect((await skein.run(["export", "work"])).out).not.toContain("agent_exit");
});
