import { describe, expect, test } from "vitest";
import type { DeliveryWatch } from "../../../src/web/sync/outbox/deliver.ts";
import { Outbox, type OutboxNews } from "../../../src/web/sync/outbox/outbox.ts";
import type { KeptPrompt } from "../../../src/web/sync/outbox/outbox-entry.ts";
import type { Outcome } from "../../../src/web/sync/outbox/send-outcome.ts";
import { ManualWait } from "../../client/manual-wait.ts";
import { until } from "../../kit/until.ts";

/** A browser whose tabs share what is kept, and a daemon that answers as told. */
class Browser {
  readonly kept = new Map<string, KeptPrompt>();
  readonly tabs: Outbox[] = [];
  readonly waits = new ManualWait();
  readonly sent: KeptPrompt[] = [];
  /** What the daemon does with a prompt. */
  answer: (prompt: KeptPrompt, watch: DeliveryWatch) => Outcome | Promise<Outcome> = () => ({
    kind: "saved",
    seq: this.sent.length,
  });
  #locks = new Map<string, Promise<unknown>>();
  #ids = 0;

  async openTab(): Promise<Outbox> {
    const { kept } = this;
    const tab = new Outbox({
      store: {
        all: async () => [...kept.values()],
        put: async (prompt) => void kept.set(prompt.id, prompt),
        remove: async (id) => void kept.delete(id),
      },
      deliver: async (prompt, watch) => {
        this.sent.push(prompt);
        return this.answer(prompt, watch);
      },
      exclusively: async (name, action) => {
        const turn = (this.#locks.get(name) ?? Promise.resolve()).then(action);
        this.#locks.set(
          name,
          turn.catch(() => undefined),
        );
        return turn;
      },
      wait: this.waits.wait,
      announce: (news: OutboxNews) => {
        for (const other of this.tabs) if (other !== tab) void other.hear(news);
      },
      newId: () => `id-${++this.#ids}`,
      nowMs: () => 1000,
    });
    this.tabs.push(tab);
    await tab.open();
    return tab;
  }
}

const later: Outcome = { kind: "later", isFault: false };
const shown = (outbox: Outbox, session = "s"): string[] =>
  outbox.of(session).value.map(({ text, state }) => `${text}: ${state}`);
const shows = (outbox: Outbox, ...lines: string[]): Promise<unknown> =>
  until(`the outbox shows ${lines}`, () => shown(outbox).join() === lines.join());

describe("the outbox", () => {
  test("kept records that are no prompts hold up none of those that are", async () => {
    const browser = new Browser();
    const junk = [null, 5, "text", {}, { id: "x", session: "s" }, { id: "y", session: "s", text: "t", attachments: 5 }];
    for (const [n, record] of junk.entries()) browser.kept.set(`junk ${n}`, record as unknown as KeptPrompt);
    const outbox = await browser.openTab();
    await outbox.send("s", { text: "one" });
    await shows(outbox, "one: saved");
    expect(browser.sent.map(({ text }) => text)).toEqual(["one"]);
  });

  test("[M-23] a prompt waits on a dead line, and is sent with the id that it had from the beginning when the line is back", async () => {
    const browser = new Browser();
    browser.answer = () => later;
    const outbox = await browser.openTab();
    const id = await outbox.send("s", { text: "one" });
    await until("it was tried", () => browser.waits.left.length > 0);
    expect(shown(outbox)).toEqual(["one: waiting"]);
    browser.answer = () => ({ kind: "saved", seq: 7 });
    outbox.nudge();
    await shows(outbox, "one: saved");
    expect(new Set(browser.sent.map((prompt) => prompt.id))).toEqual(new Set([id]));
    expect(browser.kept.size).toBe(0);
  });

  test("prompts of a session go in the order in which they were written, one after the other", async () => {
    const browser = new Browser();
    browser.answer = () => later;
    const outbox = await browser.openTab();
    for (const text of ["one", "two", "three"]) await outbox.send("s", { text });
    browser.sent.length = 0;
    browser.answer = () => ({ kind: "saved", seq: 1 });
    outbox.nudge();
    await shows(outbox, "one: saved", "two: saved", "three: saved");
    expect(browser.sent.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });

  test("what waited when the browser was closed is sent at the next visit", async () => {
    const browser = new Browser();
    browser.answer = () => later;
    await (await browser.openTab()).send("s", { text: "one" });
    const next = new Browser();
    for (const [id, prompt] of browser.kept) next.kept.set(id, prompt);
    const outbox = await next.openTab();
    await shows(outbox, "one: saved");
    expect(next.sent.map(({ id }) => id)).toEqual(["id-1"]);
  });

  test("of two tabs one sends, and both show what became of it", async () => {
    const browser = new Browser();
    const answers: (() => void)[] = [];
    browser.answer = () => new Promise((resolve) => answers.push(() => resolve({ kind: "saved", seq: 3 })));
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    await one.send("s", { text: "one" });
    await shows(other, "one: waiting");
    await until("it is being sent", () => answers.length === 1);
    answers[0]?.();
    await shows(one, "one: saved");
    await shows(other, "one: saved");
    expect(browser.sent.length).toBe(1);
  });

  test("a refused prompt keeps its words and the reason, does not hold up the next one, and can be sent again under another id", async () => {
    const browser = new Browser();
    browser.answer = ({ text }) =>
      text === "no"
        ? { kind: "refused", reason: { code: "queue_full", text: "The queue is full." } }
        : { kind: "saved", seq: 1 };
    const outbox = await browser.openTab();
    const id = await outbox.send("s", { text: "no" });
    await outbox.send("s", { text: "yes" });
    await shows(outbox, "no: refused", "yes: saved");
    expect(outbox.of("s").value[0]?.refusal).toEqual({ code: "queue_full", text: "The queue is full." });
    browser.answer = () => ({ kind: "saved", seq: 2 });
    await outbox.retry(id);
    await shows(outbox, "no: saved", "yes: saved");
    expect(browser.sent.at(-1)?.id).not.toBe(id);
  });

  test("a prompt that waits can be changed and dropped", async () => {
    const browser = new Browser();
    browser.answer = () => later;
    const outbox = await browser.openTab();
    const [first, second] = [await outbox.send("s", { text: "one" }), await outbox.send("s", { text: "two" })];
    await outbox.edit(first, { text: "other", attachments: [] });
    await outbox.discard(second);
    expect(shown(outbox)).toEqual(["other: waiting"]);
    browser.answer = () => ({ kind: "saved", seq: 2 });
    outbox.nudge();
    await shows(outbox, "other: saved");
    expect(browser.sent.at(-1)?.text).toBe("other");
  });

  test.for(["this tab", "another tab"])(
    "an upload is shown while it goes on, and dropping its prompt in %s ends it",
    async (where) => {
      const browser = new Browser();
      const stopped: string[] = [];
      browser.answer = ({ text }, { signal, onUpload }) => {
        if (text !== "big") return { kind: "saved", seq: 4 };
        onUpload({ sent: 3, total: 9 });
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            stopped.push(text);
            resolve(later);
          });
        });
      };
      const [outbox, other] = [await browser.openTab(), await browser.openTab()];
      const id = await outbox.send("s", { text: "big" });
      await outbox.send("s", { text: "after it" });
      await until("it is uploaded", () => outbox.uploads.value.has(id));
      expect(outbox.uploads.value.get(id)).toEqual({ sent: 3, total: 9 });
      await (where === "this tab" ? outbox : other).discard(id);
      // The next one does not wait, as it would after a failure.
      await shows(outbox, "after it: saved");
      expect([stopped, outbox.uploads.value.size]).toEqual([["big"], 0]);
    },
  );

  test("an edit during an upload ends it, and what is sent is the new version", async () => {
    const browser = new Browser();
    browser.answer = ({ text }, { signal }) =>
      text === "one"
        ? new Promise((resolve) => signal.addEventListener("abort", () => resolve(later)))
        : { kind: "saved", seq: 4 };
    const outbox = await browser.openTab();
    const id = await outbox.send("s", { text: "one" });
    await until("it is being sent", () => browser.sent.length === 1);
    await outbox.edit(id, { text: "other", attachments: [] });
    await shows(outbox, "other: saved");
  });

  test("an edit that came while the earlier version was being sent is kept, and not sent by itself", async () => {
    const browser = new Browser();
    const answers: (() => void)[] = [];
    browser.answer = () => new Promise((resolve) => answers.push(() => resolve({ kind: "saved", seq: 3 })));
    const outbox = await browser.openTab();
    const id = await outbox.send("s", { text: "one" });
    await until("it is being sent", () => answers.length === 1);
    await outbox.edit(id, { text: "other", attachments: [] });
    answers[0]?.();
    await shows(outbox, "other: refused");
    expect(outbox.of("s").value[0]?.refusal?.code).toBe("sent_before_edit");
    expect(browser.sent.map(({ text }) => text)).toEqual(["one"]);
  });

  test("a prompt that makes the daemon fail again and again does not block the others for ever", async () => {
    const browser = new Browser();
    browser.answer = ({ text }) => (text === "bad" ? { kind: "later", isFault: true } : { kind: "saved", seq: 1 });
    const outbox = await browser.openTab();
    await outbox.send("s", { text: "bad" });
    await outbox.send("s", { text: "good" });
    await until("the other one is saved", () => {
      browser.waits.pass(60_000);
      return shown(outbox).includes("good: saved");
    });
    expect(shown(outbox)).toEqual(["bad: refused", "good: saved"]);
  });

  test("[M-24] the log shows that a prompt was taken by the agent, or withdrawn", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    const [first = "", second = ""] = [
      await outbox.send("s", { text: "one" }),
      await outbox.send("s", { text: "two" }),
    ];
    await shows(outbox, "one: saved", "two: saved");
    const queue = [{ promptId: first }, { promptId: second }];
    outbox.look("s", { head: 5, prompt: { queue, recent: [] } });
    expect(shown(outbox)).toEqual(["one: saved", "two: saved"]);
    const recent = [
      { promptId: first, state: "delivered" },
      { promptId: second, state: "withdrawn" },
    ];
    outbox.look("s", { head: 8, prompt: { queue: [], recent } });
    expect(shown(outbox)).toEqual(["one: taken"]);
  });
});
