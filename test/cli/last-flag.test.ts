// `--last` with each command that has it: it acts on the session with the newest activity, wherever that is, and on no other.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done, text } from "./cli-daemon.ts";

/** Two sessions in two directories, of which the one elsewhere was used last; its agent has spoken. */
async function twoSessions() {
  const cli = await cliDaemon();
  const { daemon } = cli;
  const elsewhere = join(daemon.workspace, "elsewhere");
  mkdirSync(elsewhere);
  const here = await daemon.newSession("here");
  daemon.clock.advance(1000);
  const { session } = await daemon.client.create({ cwd: elsewhere, name: "newest" });
  await daemon.send(session.id, "go");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  agent.say(text("words of the newest"), { ...done, mark: "mark-1" } as Fact);
  await daemon.ofType(session.id, "turn_end");
  return { ...cli, here, newest: session.id };
}

test.for([
  [["ack"], "acknowledged"],
  [["rename", "other name"], "renamed"],
  [["set-model", "m-2"], "model_changed"],
  [["set-mode", "plan"], "mode_changed"],
  [["limit", "--usd", "1"], "limits_changed"],
  [["send", "more"], "prompt_queued"],
  [["use"], "selected"],
  [["kill"], "session_end"],
  [["restart"], "agent_exit"],
  [["archive"], "archived"],
  [["delete"], "trashed"],
] as const)("%j --last", async ([words, type]) => {
  const { run, daemon, here, newest } = await twoSessions();
  const [others, head] = [daemon.types(here), daemon.types(newest).length];
  const { code, err } = await run([...words, "--last", "--yes"]);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^@last is newest in .*elsewhere\n/) });
  await until(type, () => daemon.types(newest).slice(head).includes(type));
  expect(daemon.types(here)).toEqual(others);
});

test.for([
  [["last"], "words of the newest"],
  [["follow", "--no-follow"], "words of the newest"],
  [["attach"], "words of the newest"],
  [["export"], "words of the newest"],
  [["wait"], "newest"],
  [["verify"], "newest is intact"],
  [["abort"], "no turn of newest is running"],
  [["fork", "--detach"], "from newest"],
  [["clear", "--detach"], "in place of newest"],
  [["open"], "elsewhere"],
  [["unarchive"], "newest"],
] as const)("%j --last", async ([words, said]) => {
  const { run, daemon, here } = await twoSessions();
  const others = daemon.types(here);
  const { code, out, err } = await run([...words, "--last"]);
  expect({ code, said: out, err }).toMatchObject({ code: 0, said: expect.stringContaining(said) });
  expect(daemon.types(here)).toEqual(others);
});
