// How many prompts may wait, as config.toml says it to the built daemon.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

test("[M-26] queued_prompts holds for a home, before it for an agent, and 0 switches the queue off", async () => {
  const skein = new SkeinHome();
  const configure = (text: string) =>
    writeFileSync(join(skein.home, "config.toml"), `default_agent = "demo"\n${text}`, { mode: 0o600 });
  const send = async (words: string) => {
    const { code, err } = await skein.run(["send", "api", words]);
    return code === 0 ? "taken" : err.split("\n")[0];
  };
  await skein.json(["new", "--name", "api"]);
  configure("limits.queued_prompts = 1\n");
  expect(await send("[[ask: true]]")).toBe("taken");
  // Until its agent has it, a prompt waits as any other.
  await until("the question", async () => (await skein.json<{ items: unknown[] }>(["inbox"])).items.length === 1);
  expect([await send("two"), await send("three")]).toEqual([
    "taken",
    "error: 1 prompt is queued already; wait until the agent has taken some, or cancel some",
  ]);
  configure("limits.queued_prompts = 1\nagents.demo.queued_prompts = 0\n");
  expect(await send("three")).toBe(
    "error: Nothing can be queued here (queued_prompts = 0); send it when the agent is idle, or let it stop the running turn",
  );
  expect((await skein.run(["send", "api", "--now", "[[ask: true]]"])).code).not.toBe(0);
  await skein.run(["queue", "api", "clear", "-y"]);
  expect((await skein.run(["send", "api", "--now", "instead"])).code).toBe(0);
});
