// The home is a link of the user's own, and is pointed at another directory while agents work: each daemon stays with the directory that it was started in.
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

/** In one step, as `ln -sfn` does it. */
function point(link: string, target: string): void {
  symlinkSync(target, `${link}.next`);
  renameSync(`${link}.next`, link);
}

test.for([
  ["a short path", ""],
  ["a path that no socket can have", `${"long-".repeat(20)}`],
] as const)(
  "pointing the home's link elsewhere leaves the agents of the first directory at work: %s",
  async ([, long]) => {
    const skein = new SkeinHome();
    const [first, second, link] = [skein.home, join(skein.root, `${long}second`), join(skein.root, `${long}link`)];
    mkdirSync(second, { mode: 0o700 });
    writeFileSync(join(second, "config.toml"), 'default_agent = "demo"\n');
    point(link, first);
    skein.env.SKEIN_HOME = link;
    onTestFinished(async () => {
      skein.env.SKEIN_HOME = link;
      for (const home of [first, second]) {
        point(link, home);
        await skein.run(["daemon", "stop", "--agents"]);
      }
    });
    await skein.json(["new", "--name", "work"]);
    const waits = "until [ -e go ]; do sleep 0.05; done";
    await skein.json(["send", "work", `[[run: echo begun; ${waits}]] [[say: Done.]]`]);
    const events = async (): Promise<string> => (await skein.run(["export", "work"])).out;
    await until("the agent to be at work", async () => (await events()).includes("tool_call"));
    const daemon = await skein.daemonPid();

    point(link, second);
    expect(await skein.json(["ls"])).toMatchObject({ sessions: [] });
    expect(await skein.daemonPid()).not.toBe(daemon);
    await skein.json(["new", "--name", "other"]);
    writeFileSync(join(skein.workspace, "go"), "");

    // By its own path, while the link leads elsewhere.
    skein.env.SKEIN_HOME = first;
    await until("the turn to end", async () => (await events()).includes('"turn_end"'));
    expect(await events()).toContain('"reason":"completed"');
    expect(await events()).not.toContain("agent_exit");
    skein.env.SKEIN_HOME = link;
    point(link, first);
    expect(await skein.daemonPid()).toBe(daemon);
  },
);
