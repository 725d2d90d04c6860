// Kill -9 of the daemon at random moments while real agents stream, ask and run tools: nothing is lost, doubled or reordered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSqliteLog } from "../../../src/log/index.ts";
import { findProgram } from "../../kit/agents/cache.ts";
import type { AnyEvent } from "../../kit/daemon-process.ts";
import { type Lifetime, sharedByTests } from "../../kit/lifetime.ts";
import { chosenSeed } from "../../kit/seed.ts";
import { type Deaths, throughShortLives } from "../../kit/short-lives.ts";
import { everyEvent, stubbornly, stubbornlyAwait } from "../../kit/stubborn.ts";
import { randomFrom } from "../../torture/random.ts";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

const chosenKills = process.env.SKEIN_KILLS;
const ROUNDS = 2;
const WORDS = 60;

/** No word comes twice: what is doubled or reordered can be told. */
const wordsOf = (round: number, part: string): string =>
  Array.from({ length: WORDS }, (_, index) => `${part}${round}w${index}`).join(" ");

const promptOf = (round: number): string =>
  `p-${round} [[slow: 4]] [[text: ${wordsOf(round, "a")}]] [[run: echo ran-${round} >> trace]] [[text: ${wordsOf(round, "b")}]]`;

interface Loop {
  readonly name: string;
  /** One daemon has a session with each, and each death is the same for all of them. Of each program there may be one. */
  readonly agents: readonly RealAgent[];
  readonly kills: number;
}

export function testKillLoop({ name, agents, kills: usual }: Loop): void {
  const kills = Number(chosenKills ?? usual);
  const installed = agents.filter(({ program }) => findProgram(program) !== null);
  describe(`${name} (SKEIN_SEED=${chosenSeed})`, () => {
    const lives = sharedByTests((lifetime) => liveThrough(installed, { kills, lifetime }));
    for (const agent of agents)
      test.skipIf(!installed.includes(agent))(
        `${agent.title}: a daemon killed again and again loses nothing, doubles nothing, and each prompt reaches the model once`,
        { timeout: 600_000 + kills * 5_000 },
        async () => {
          expectWhole(agent, (await lives()).get(agent)!);
          saw(agent, "survives");
        },
      );
  });
}

/** What is left of a session when the last daemon has ended. */
interface Life {
  readonly report: string;
  readonly prompts: readonly string[];
  readonly events: readonly AnyEvent[];
  /** The seqs that a client saw that lived through it all. */
  readonly followed: readonly number[];
  readonly trace: string;
  /** How many turns each prompt opened at the model. */
  readonly turns: readonly number[];
  /** Where the log says that it is damaged. */
  readonly broken: unknown;
}

async function liveThrough(
  agents: readonly RealAgent[],
  { kills, lifetime }: { kills: number; lifetime: Lifetime },
): Promise<Map<RealAgent, Life>> {
  const stages = await Stage.setAll(agents, { lifetime });
  const { daemon } = stages[0]!;
  const sessions = await Promise.all(
    stages.map(async (stage) => {
      const talk = await stage.open(stage.agent.asks ? "default" : "auto");
      return { stage, talk, following: follow(stage, talk) };
    }),
  );
  const killing = { random: randomFrom(chosenSeed), lifeMs: [30, 430], kills, most: 2 * kills } as const;
  const { result: prompts, report } = await throughShortLives(daemon, killing, (deaths) =>
    Promise.all(sessions.map(({ stage, talk }) => work(stage, talk, { deaths, kills }))),
  );
  const seen = await Promise.all(
    sessions.map(async ({ talk, following }) => ({ events: await talk.events(), followed: await following.end() })),
  );
  await daemon.end();
  const log = openSqliteLog({ path: daemon.paths.database });
  const lives = sessions.map(({ stage, talk }, index): [RealAgent, Life] => [
    stage.agent,
    {
      ...seen[index]!,
      report: `SKEIN_SEED=${chosenSeed}: ${report}`,
      prompts: prompts[index]!,
      trace: readFileSync(join(stage.cwd, "trace"), "utf8"),
      turns: prompts[index]!.map((_, round) => stage.model.turns(`p-${round}`).length),
      broken: log.verify(talk.id),
    },
  ]);
  await log.close();
  console.log(`${agents.map(({ title }) => title).join("; ")}: ${report}`);
  return new Map(lives);
}

/** Prompt after prompt until the daemon has died often enough; their ids. */
async function work(stage: Stage, talk: Talk, until: { deaths: Deaths; kills: number }): Promise<string[]> {
  const { client } = stage.daemon;
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS || until.deaths.count < until.kills; round++) {
    const content = [{ type: "text" as const, text: promptOf(round) }];
    const { id } = await stubbornly((id) => client.prompt(talk.id, { id, content }));
    ids.push(id);
    if (stage.agent.asks) await allow(stage, talk, `ran-${round} `);
    const isEnd = ({ type, data }: AnyEvent) => type === "turn_end" && data.promptId === id;
    await stubbornlyAwait(client, talk.id, isEnd);
  }
  return ids;
}

function expectWhole(agent: RealAgent, { report, prompts, events, followed, trace, turns, broken }: Life): void {
  const rounds = prompts.map((_, round) => round);
  const data = (type: string) => events.flatMap((event) => (event.type === type ? [event.data] : []));
  const numbers = (list: readonly unknown[]): number[] => list.map((_, index) => index + 1);
  expect(
    events.map(({ seq }) => seq),
    report,
  ).toEqual(numbers(events));
  expect(followed, report).toEqual(numbers(followed));
  expect(
    data("user_prompt").map(({ promptId }) => promptId),
    report,
  ).toEqual(prompts);
  expect(
    data("turn_end").map(({ promptId, reason }) => [promptId, reason]),
    report,
  ).toEqual(prompts.map((id) => [id, "completed"]));
  expect(textOf(events), report).toBe(rounds.flatMap((round) => [wordsOf(round, "a"), wordsOf(round, "b")]).join(" "));
  expect(trace, report).toBe(rounds.map((round) => `ran-${round}\n`).join(""));
  expect(turns, report).toEqual(rounds.map(() => 1));
  expect(
    data("permission").map(({ state }) => state),
    report,
  ).toEqual(agent.asks ? rounds.flatMap(() => ["asked", "answered", "applied"]) : []);
  expect(data("agent_start"), report).toHaveLength(agent.transport === "stream" ? 1 : rounds.length);
  expect([...data("error"), ...data("notice")], report).toEqual([]);
  expect(broken, report).toBeNull();
}

/** A client that lives through it all: the seqs that it saw. */
function follow({ daemon }: Stage, talk: Talk): { end(): Promise<number[]> } {
  const stop = new AbortController();
  const seen: number[] = [];
  const following = (async () => {
    for await (const { seq } of everyEvent(daemon.client, talk.id, stop.signal)) seen.push(seq);
  })();
  return {
    async end() {
      stop.abort();
      await following;
      return seen;
    },
  };
}

async function allow({ daemon }: Stage, talk: Talk, command: string): Promise<void> {
  const isQuestion = ({ type, data }: AnyEvent) =>
    type === "permission" && data.state === "asked" && String(data.detail).includes(command);
  const { data } = await stubbornlyAwait(daemon.client, talk.id, isQuestion);
  const option = (data.options as { id: string; kind: string }[]).find(({ kind }) => kind === "allow_once")!.id;
  await stubbornly((id) => daemon.client.answer(talk.id, String(data.id), { id, option }));
}

/** What was said, in order, as words: pieces may be cut anywhere. */
function textOf(events: readonly AnyEvent[]): string {
  const messages = new Map<unknown, string>();
  for (const { type, data } of events) {
    if (type === "agent_message") messages.set(data.messageId, `${messages.get(data.messageId) ?? ""}${data.text}`);
  }
  return [...messages.values()].map((text) => text.trim()).join(" ");
}
