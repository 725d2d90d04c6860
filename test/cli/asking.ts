// The command line beside an agent that asks, and what that agent then hears.
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { cliDaemon } from "./cli-daemon.ts";

/** A session whose agent asks these; `ref` is what the command line calls it. */
export async function asking(...questions: Fact[]) {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  agent.say(...questions);
  await until("the questions", async () => (await cli.daemon.client.inbox()).items.length === questions.length);
  const heard = () => agent.heard.flatMap((one) => (one.said === "answer" ? [one] : []));
  return { ...cli, session, agent, heard, ref: session.slice(0, 8) };
}
