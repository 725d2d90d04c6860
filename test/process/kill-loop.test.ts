// The promise that everything else rests on: kill -9 the daemon at any instant, and nothing is lost, doubled or run twice.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { chosenSeed } from "../kit/seed.ts";
import { throughShortLives } from "../kit/short-lives.ts";
import { everyEvent, stubbornly, stubbornlyAwait } from "../kit/stubborn.ts";
import { randomFrom } from "../torture/random.ts";

const KILLS = Number(process.env.SKEIN_KILLS ?? 15);
const ROUNDS = 4;
const WORDS = 120;

/** Streams, thinks, runs a tool that leaves a trace, asks, and runs another one. */
const promptOf = (round: number): string =>
  `[[pace: 4ms]] [[count: ${WORDS}]] [[run: sleep 0.1; echo run-${round} >> trace]] [[think: hm]] [[ask: echo asked-${round} >> trace]] [[count: ${WORDS}]]`;

test(`a daemon killed again and again loses nothing, doubles nothing, and runs each tool once (SKEIN_SEED=${chosenSeed})`, {
  timeout: 600_000,
}, async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { client } = daemon;
  const { session } = await client.create({
    agent: "demo",
    cwd: daemon.workspace,
    env: { PATH: process.env.PATH ?? "" },
  });
  const followed: number[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const { seq } of everyEvent(client, session.id, stop.signal)) followed.push(seq);
  })();

  const killing = { random: randomFrom(chosenSeed), lifeMs: [15, 215], kills: KILLS, most: 2 * KILLS } as const;
  const { result: promptIds, report } = await throughShortLives(daemon, killing, async (deaths) => {
    const ids: string[] = [];
    for (let round = 0; round < ROUNDS || deaths.count < KILLS; round++) {
      const content = [{ type: "text" as const, text: promptOf(round) }];
      const { id } = await stubbornly((id) => client.prompt(session.id, { id, content }));
      ids.push(id);
      const asked = await stubbornlyAwait(
        client,
        session.id,
        ({ type, data }) =>
          type === "permission" && data.state === "asked" && String(data.detail).includes(`asked-${round} `),
      );
      await stubbornly((id) => client.answer(session.id, String(asked.data.id), { id, option: "allow" }));
      await stubbornlyAwait(
        client,
        session.id,
        ({ type, data }) => type === "turn_end" && data.promptId === ids[round],
      );
    }
    return ids;
  });

  const events = await daemon.events(session.id);
  stop.abort();
  await following;
  const numbers = (list: readonly unknown[]): number[] => list.map((_, index) => index + 1);
  expect(
    events.map(({ seq }) => seq),
    report,
  ).toEqual(numbers(events));
  expect(followed, report).toEqual(numbers(followed));
  expect(textOf(events), report).toEqual(promptIds.flatMap(() => [countTo(WORDS), countTo(WORDS)]).join(" "));
  expect(
    dataOf(events, "user_prompt").map(({ promptId }) => promptId),
    report,
  ).toEqual(promptIds);
  expect(
    dataOf(events, "turn_end").map(({ promptId, reason }) => [promptId, reason]),
    report,
  ).toEqual(promptIds.map((id) => [id, "completed"]));
  const traces = readFileSync(join(daemon.workspace, "trace"), "utf8").trim().split("\n");
  expect(traces, report).toEqual(promptIds.flatMap((_, round) => [`run-${round}`, `asked-${round}`]));
  const states = dataOf(events, "permission").map(({ state }) => state);
  expect(states, report).toEqual(promptIds.flatMap(() => ["asked", "answered", "applied"]));
  expect(dataOf(events, "agent_start"), report).toHaveLength(1);
  expect(dataOf(events, "agent_exit"), report).toEqual([]);
  console.info(`kill-loop: ${report}`);

  await daemon.end();
  const log = openSqliteLog({ path: daemon.paths.database });
  expect(log.verify(session.id), report).toBeNull();
  await log.close();
});

test("a daemon killed in mid-sentence: the agent speaks on, and the next daemon has every word once", async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  const gate = join(daemon.workspace, "gate");
  await daemon.client.prompt(session.id, {
    content: [{ type: "text", text: `[[count: 40]] [[wait-for: ${gate}]] [[count: 40]]` }],
  });
  await daemon.event(session.id, ({ type }) => type === "agent_message");
  await daemon.kill();
  writeFileSync(gate, "");
  await daemon.start();
  await daemon.event(session.id, ({ type }) => type === "turn_end");
  expect(textOf(await daemon.events(session.id))).toBe([countTo(40), countTo(40)].join(" "));
  expect(existsSync(gate)).toBe(true);
});

const countTo = (n: number): string => Array.from({ length: n }, (_, index) => index + 1).join(" ");

const dataOf = (events: readonly AnyEvent[], type: string): Record<string, unknown>[] =>
  events.flatMap((event) => (event.type === type ? [event.data] : []));

/** What was said, in order, as words: pieces may be cut anywhere. */
const textOf = (events: readonly AnyEvent[]): string => {
  const parts: { id: unknown; text: string }[] = [];
  for (const { messageId, text } of dataOf(events, "agent_message")) {
    const last = parts.at(-1);
    if (last && last.id === messageId) last.text += String(text);
    else parts.push({ id: messageId, text: String(text) });
  }
  return parts.map(({ text }) => text.trim()).join(" ");
};
