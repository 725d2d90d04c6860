// The queue by single commands, with a daemon that is killed after every one of them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

interface Line {
  type: string;
  data: Record<string, unknown>;
}

const linesOf = (out: string): Line[] =>
  out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** A session named api; after each command the daemon that answered it dies at once. */
async function mortal() {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "api"]);
  const events = async () => linesOf((await skein.run(["export", "api"])).out);
  const order = async (...words: string[]) => {
    const answer = await skein.json<Record<string, unknown>>(words);
    await skein.killDaemon();
    return answer;
  };
  const titles = async () =>
    (await skein.json<{ items: { title: string }[] }>(["queue", "api"])).items.map(({ title }) => title);
  /** Makes a file that the agent waits for. */
  const touch = (name: string): void => writeFileSync(join(skein.workspace, name), "");
  return { skein, events, order, titles, touch };
}

test("[T-14] [M-26] whatever a command was answered for is kept when the daemon dies with the answer, and each prompt runs once", async () => {
  const { skein, events, order, titles, touch } = await mortal();
  await order("send", "api", "first [[wait-for: go]]");
  for (const text of ["a", "b", "c", "d", "e"]) await order("send", "api", `${text} [[say: did ${text}]]`);
  const id = async (title: string) =>
    (await skein.json<{ items: { title: string; promptId: string }[] }>(["queue", "api"])).items.find((one) =>
      one.title.startsWith(title),
    )?.promptId ?? "";
  const [a, b, c, d] = [await id("a"), await id("b"), await id("c"), await id("d")];
  await order("queue", "api", "edit", b, "B [[say: did B]]");
  await order("queue", "api", "move", d, "--first");
  await order("queue", "api", "hold", a);
  await order("queue", "api", "remove", c);
  await order("queue", "api", "hold");
  const kept = ["d [[say: did d]]", "a [[say: did a]]", "B [[say: did B]]", "e [[say: did e]]"];
  expect(await titles()).toEqual(kept);
  await until("the first prompt", async () => (await events()).some(({ type }) => type === "user_prompt"));
  touch("go");
  await until("its end", async () => (await events()).some(({ type }) => type === "turn_end"));
  expect(await titles()).toEqual(kept);
  await order("queue", "api", "release");
  await until("all but the held one", async () => (await titles()).length === 1);
  await order("queue", "api", "release", a);
  await until("every turn to end", async () => (await events()).filter(({ type }) => type === "turn_end").length === 5);
  const said = (await events()).flatMap(({ type, data }) => (type === "user_prompt" ? [String(data.text)[0]] : []));
  expect(said).toEqual(["f", "d", "B", "e", "a"]);
});

test("[T-14] an approval and a rejection are kept when the daemon dies with the answer, and are applied once", async () => {
  const { events, order, touch, skein } = await mortal();
  const isAsked = (count: number) => async () =>
    (await events()).filter(({ type, data }) => type === "permission" && data.state === "asked").length === count;
  await order("send", "api", "[[ask: echo yes >> ran]] [[ask: echo no >> ran]] [[run: cat ran]]");
  touch("ran");
  await until("the first question", isAsked(1));
  await order("answer", "api", "1", ...(await skein.asked("api")));
  await until("the second question", isAsked(2));
  await order("answer", "api", "deny");
  await until("the end", async () => (await events()).some(({ type }) => type === "turn_end"));
  const states = (await events()).flatMap(({ type, data }) => (type === "permission" ? [data.state] : []));
  expect(states).toEqual(["asked", "answered", "applied", "asked", "answered", "applied"]);
  const { out } = await skein.run(["show", "api"]);
  expect(out.match(/^ {2}yes$/gm)).toHaveLength(1);
  expect(out).not.toMatch(/^ {2}no$/m);
});

test("[C-14] [C-19] who was away resumes by the number of the last event that was seen, and gets the rest once", async () => {
  const { skein, events, order, touch } = await mortal();
  await order("send", "api", "[[say: before]] [[wait-for: go]] [[say: while you were away]]");
  await until("the first words", async () => (await events()).some(({ type }) => type === "agent_message"));
  const seen = (await events()).length;
  touch("go");
  await until("the end", async () => (await events()).some(({ type }) => type === "turn_end"));
  await skein.killDaemon();
  const { code, out } = await skein.run(["follow", "api", "--json", "--after", String(seen), "--no-follow"]);
  expect([code, linesOf(out)]).toEqual([0, (await events()).slice(seen)]);
});
