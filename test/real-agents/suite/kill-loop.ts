// Kill -9 of the daemon at random moments while a real agent streams, asks and runs tools: nothing is lost, doubled or reordered.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteLog } from "../../../src/log/index.ts";
import { findProgram } from "../../kit/agents/cache.ts";
import type { AnyEvent } from "../../kit/daemon-process.ts";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

const KILLS = Number(process.env.SKEIN_KILLS ?? 10);
const ROUNDS = 2;
const WORDS = 60;

/** No word comes twice: what is doubled or reordered can be told. */
const wordsOf = (round: number, part: string): string =>
  Array.from({ length: WORDS }, (_, index) => `${part}${round}w${index}`).join(" ");

const promptOf = (round: number): string =>
  `p-${round} [[slow: 4]] [[text: ${wordsOf(round, "a")}]] [[run: echo ran-${round} >> trace]] [[text: ${wordsOf(round, "b")}]]`;

export function testKillLoop(agent: RealAgent): void {
  test.skipIf(findProgram(agent.program) === null)(
    `${agent.title}: a daemon killed again and again loses nothing, doubles nothing, and each prompt reaches the model once`,
    { timeout: 120_000 + KILLS * 5_000 },
    async () => {
      const stage = await Stage.set(agent);
      const talk = await stage.open(agent.asks ? "default" : "auto");
      const { daemon, model } = stage;
      const following = follow(stage, talk);

      let kills = 0;
      let isDone = false;
      let isOver = false;
      const killing = (async () => {
        while (!isOver && (!isDone || kills < KILLS)) {
          await delay(30 + Math.random() * 400);
          await daemon.kill();
          await daemon.start();
          kills += 1;
        }
      })();
      // Also when the test has failed: else it would go on, and starve whatever comes next.
      onTestFinished(async () => {
        isOver = true;
        await killing;
      });

      const prompts: string[] = [];
      for (let round = 0; round < ROUNDS || kills < KILLS; round++) {
        const id = randomUUID();
        prompts.push(id);
        await daemon.client.prompt(talk.id, { id, content: [{ type: "text", text: promptOf(round) }] });
        if (agent.asks) await allow(talk, `ran-${round} `);
        await talk.end(id);
      }
      isDone = true;
      await killing;
      await daemon.start();

      const events = await talk.events();
      const followed = await following.end();
      const report = `after ${kills} kills`;
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
        `${agent.title}: ${kills} kills in ${rounds.length} turns, ${events.length} events; nothing lost, doubled or reordered`,
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
    for await (const item of daemon.client.follow(talk.id, { after: 0, signal: stop.signal })) {
      if (item.kind === "event") seen.push(item.event.seq);
    }
  })();
  return {
    async end() {
      stop.abort();
      await following;
      return seen;
    },
  };
}

async function allow(talk: Talk, command: string): Promise<void> {
  const question = await talk.event(
    "permission",
    ({ state, detail }) => state === "asked" && String(detail).includes(command),
  );
  await talk.answer(question, "allow_once");
}

/** What was said, in order, as words: pieces may be cut anywhere. */
function textOf(events: readonly AnyEvent[]): string {
  const messages = new Map<unknown, string>();
  for (const { type, data } of events) {
    if (type === "agent_message") messages.set(data.messageId, `${messages.get(data.messageId) ?? ""}${data.text}`);
  }
  return [...messages.values()].map((text) => text.trim()).join(" ");
}
