// Forms, files that it asks for, and words that the built demo agent takes while it works.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startDemoAgent, textOf } from "../../kit/demo-agent.ts";

test("a question with choices, and one for free text: what was answered is said", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[question: Which colour? | red | green]] [[question: Your name?]]");
  const colour = await agent.next("ask");
  expect(colour).toMatchObject({
    title: "Which colour?",
    form: [{ id: "answer", label: "Which colour?", kind: "choice", options: [{ value: "red" }, { value: "green" }] }],
    options: [{ id: "accept" }, { id: "decline" }],
  });
  agent.send({ type: "answer", id: colour.question, option: "accept", content: { answer: "green" } });
  const name = await agent.next("ask");
  expect(name.form).toEqual([{ id: "answer", label: "Your name?", kind: "text", isRequired: true }]);
  agent.send({ type: "answer", id: name.question, option: "decline" });
  expect(textOf(await agent.upTo("done"))).toBe("You did not answer.");
});

test("ask-write shows the file and its content, and writes it only after a yes", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[ask-write: note.txt | knit]] [[ask-write: other.txt | purl]]");
  const first = await agent.next("ask");
  expect(first.detail).toBe(`${join(agent.cwd, "note.txt")}\n\nknit`);
  expect(first.request).toEqual({ kind: "edit", command: null, paths: [join(agent.cwd, "note.txt")] });
  agent.send({ type: "answer", id: first.question, option: "allow" });
  agent.send({ type: "answer", id: (await agent.next("ask")).question, option: "deny", message: "no" });
  expect(textOf(await agent.upTo("done"))).toBe('I did not write `other.txt`: it was denied ("no").');
  expect(readFileSync(join(agent.cwd, "note.txt"), "utf8")).toBe("knit");
  expect(existsSync(join(agent.cwd, "other.txt"))).toBe(false);
});

test("words that come while it works are heard, carried out, and remembered; then it goes on", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[say: Begin.]] [[listen]] [[say: End.]]");
  await agent.next("text");
  agent.send({ type: "steer", id: "w1", text: "psst [[say: More.]]" });
  const lines = await agent.upTo("done");
  expect(lines).toContainEqual({ type: "heard", prompt: "w1" });
  expect(textOf(lines)).toBe("heard: psst [[say: More.]]More.End.");
  expect(await agent.said("[[recall]]")).toContain("2. psst [[say: More.]]");
});

test("words without a turn to go into begin one; an interrupt drops those that were not heard", async () => {
  const agent = startDemoAgent();
  await agent.next("ready");
  agent.send({ type: "steer", id: "w1", text: "[[say: Hello.]]" });
  expect((await agent.upTo("done")).at(-1)).toEqual({
    type: "done",
    prompt: "w1",
    reason: "completed",
    entries: expect.any(Number),
  });
  const id = agent.prompt("[[say: Begin.]] [[hang]]");
  await agent.next("text");
  agent.send({ type: "steer", id: "w2", text: "[[say: Never.]]" });
  agent.send({ type: "interrupt" });
  expect(await agent.next("done")).toEqual({
    type: "done",
    prompt: id,
    reason: "interrupted",
    entries: expect.any(Number),
  });
  expect(await agent.said("[[say: Next.]]")).toBe("Next.");
});

test("quota ends the turn at a limit, with the time when there is more, or without", async () => {
  const agent = startDemoAgent();
  const before = Date.now();
  const lines = await agent.turn("[[quota: 1h]] [[say: never]]");
  const [quota, done] = lines;
  expect(quota).toMatchObject({ type: "quota", text: "You've hit your limit as asked." });
  expect(Date.parse(quota?.type === "quota" ? (quota.until ?? "") : "")).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(done).toEqual({ type: "done", prompt: "p1", reason: "limit", entries: expect.any(Number) });
  expect((await agent.turn("[[quota]]"))[0]).toMatchObject({ until: null });
});
