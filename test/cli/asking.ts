// The command line beside an agent that asks, and what that agent then hears.
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asks, type CliDaemon, cliDaemon } from "./cli-daemon.ts";

/** A session whose agent asks these; `ref` is what the command line calls it. */
export async function asking(...questions: Fact[]) {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  agent.say(...questions);
  await until("the questions", async () => (await cli.daemon.client.inbox()).items.length === questions.length);
  const heard = () => agent.heard.flatMap((one) => (one.said === "answer" ? [one] : []));
  return { ...cli, session, agent, heard, ref: session.slice(0, 8) };
}

/** A session called docs whose agent wants to run `rm x`; `open` are the questions that nobody has answered. */
export async function docsAsking() {
  const cli = await asking(asks("q1", "rm x"));
  await cli.daemon.client.rename(cli.session, "docs");
  const open = async () => (await cli.daemon.client.inbox()).items.map(({ id }) => id);
  return { ...cli, open };
}

/** The command in a terminal, once it has shown this. */
export async function shown(cli: Pick<CliDaemon, "start">, words: readonly string[], label: string) {
  const running = cli.start([...words, "--no-color"], { isTerminal: true });
  await until(`"${label}"`, () => running.out().includes(label));
  return running;
}

/** What asks a person in a terminal, and the words before the place where they answer. */
export const dialogues = {
  answer: [["answer", "docs"], "1|2|3|4|5 › "],
  reason: [["answer", "docs", "5"], "why? › "],
  confirmation: [["delete", "docs", "--force"], "[y/N] "],
} as const;
