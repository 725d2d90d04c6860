// Kill -9 of the daemon at random moments while a real agent streams, asks and runs tools: nothing is lost, doubled or reordered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../../src/log/index.ts";
import { findProgram } from "../../kit/agents/cache.ts";
import type { AnyEvent } from "../../kit/daemon-process.ts";
import { chosenSeed } from "../../kit/seed.ts";
import { throughShortLives } from "../../kit/short-lives.ts";
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

export function testKillLoop(agent: RealAgent): void {
  // What an agent's ways have in common its first one shows.
  const kills = Number(chosenKills ?? (agent.config === undefined ? 10 : 5));
  test.skipIf(findProgram(agent.program) === null)(
    `${agent.title}: a daemon killed again and again loses nothing, doubles nothing, and each prompt reaches the model once (SKEIN_SEED=${chosenSeed})`,
    { timeout: 600_000 + kills * 5_000 },
    async () => {
      const stage = await Stage.set(agent);
      const talk = await stage.open(agent.asks ? "default" : "auto");
      const { daemon, model } = stage;
      const following = follow(stage, talk);

      const killing = { random: randomFrom(chosenSeed), lifeMs: [30, 430], kills } as const;
      const lived = await throughShortLives(daemon, killing, async (deaths) => {
        const ids: string[] = [];
        for (let round = 0; round < ROUNDS || deaths.count < kills; round++) {
          const content = [{ type: "text" as const, text: promptOf(round) }];
          const { id } = await stubbornly((id) => daemon.client.prompt(talk.id, { id, content }));
          ids.push(id);
          if (agent.asks) await allow(stage, talk, `ran-${round} `);
          const isEnd = ({ type, data }: AnyEvent) => type === "turn_end" && data.promptId === id;
          await stubbornlyAwait(daemon.client, talk.id, isEnd);
        }
        return ids;
      });
      const prompts = lived.result;

      const events = await talk.events();
      const followed = await following.end();
      const report = `SKEIN_SEED=${chosenSeed}: ${lived.report}`;
      const rounds = prompts.map((_, round) => round);
      const data = (type: string) => events.flatMap((event) => (event.type === type ? [event.data] : []));
      expect(
        events.map(({ seq }) => seq),
        report,
      ).toEqual(events.map((_, index) => index + 1));
      expect(followed, report).toEqual(followed.map((_, index) => index + 1));
      expect(
        data("user_prompt").map(({ promptId }) => promptId),
        report,
      ).toEqual(prompts);
      expect(
        data("turn_end").map(({ promptId, reason }) => [promptId, reason]),
        report,
      ).toEqual(prompts.map((id) => [id, "completed"]));
      expect(textOf(events), report).toBe(
        rounds.flatMap((round) => [wordsOf(round, "a"), wordsOf(round, "b")]).join(" "),
      );
      expect(readFileSync(join(stage.cwd, "trace"), "utf8"), report).toBe(
        rounds.map((round) => `ran-${round}\n`).join(""),
      );
      expect(
        rounds.map((round) => model.turns(`p-${round}`).length),
        report,
      ).toEqual(rounds.map(() => 1));
      expect(
        data("permission").map(({ state }) => state),
        report,
      ).toEqual(agent.asks ? rounds.flatMap(() => ["asked", "answered", "applied"]) : []);
      expect(data("agent_start"), report).toHaveLength(agent.transport === "stream" ? 1 : rounds.length);
      expect([...data("error"), ...data("notice")], report).toEqual([]);
      console.log(
        `${agent.title}: ${lived.report}, in ${rounds.length} turns, ${events.length} events; nothing lost, doubled or reordered`,
      );

      await daemon.end();
      const log = openSqliteLog({ path: daemon.paths.database });
      expect(log.verify(talk.id), report).toBeNull();
      saw(agent, "survives");
      await log.close();
    },
  );
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
