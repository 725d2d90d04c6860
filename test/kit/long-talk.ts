// A turn of several parts in a page's view, each begun when the test says so, and whether all of it has come: once, and in order.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Scene, shownInNode, shownInPage } from "./browser-scene.ts";
import { until } from "./until.ts";

const PARTS = 6;
const PART = "[[count: 50]]";
const SAID = Array.from({ length: 50 }, (_, index) => index + 1).join(" ");
const gate = (part: number): string => `go-${part}`;

export class LongTalk {
  readonly #scene: Scene;
  readonly #session: string;
  #begun = 1;

  private constructor(scene: Scene, session: string) {
    this.#scene = scene;
    this.#session = session;
  }

  /** The page watches a session whose agent has begun to speak. */
  static async begin(scene: Scene, session: string): Promise<LongTalk> {
    const { tab } = scene;
    await tab.watch(session);
    const others = Array.from({ length: PARTS - 1 }, (_, index) => `[[wait-for: ${gate(index + 2)}]] ${PART}`);
    await tab.run(({ seen }, talk) => seen.view.send(talk), ["[[pace: 4ms]]", PART, ...others].join(" "));
    await tab.until("words", ({ seen }) => seen.view.transcript.blocks.some(({ kind }) => kind === "message"));
    return new LongTalk(scene, session);
  }

  /** The agent speaks on. */
  goOn(): void {
    if (this.#begun === PARTS) throw new Error("It has no more parts.");
    writeFileSync(join(this.#scene.daemon.workspace, gate(++this.#begun)), "");
  }

  /** The agent speaks on, and the page hears it. */
  async goOnHeard(): Promise<void> {
    const before = await this.place();
    this.goOn();
    await until("more words", async () => (await this.place()) > before);
  }

  /** The agent speaks on, and the page does not know. */
  async goOnUnheard(): Promise<void> {
    const { node } = this.#scene;
    const before = await this.place();
    this.goOn();
    await until("more words", async () => (await node.session(this.#session)).state.head > before);
  }

  /** How far the page's view has come. */
  place(): Promise<number> {
    return this.#scene.tab.run(({ seen }) => seen.view.lastSeenSeq);
  }

  /** The turn goes on to its end, and nothing of it was lost, doubled or out of order. */
  async expectWhole(): Promise<void> {
    const { tab, node } = this.#scene;
    while (this.#begun < PARTS) this.goOn();
    await tab.until("the end of the turn", ({ seen }) =>
      seen.view.state.prompt.recent.some(({ state }) => state === "done"),
    );
    const isSame = async (): Promise<boolean> => (await shownInPage(tab)) === (await shownInNode(node, this.#session));
    await until("both at the same place", isSame);
    const { seqs, said, complaints } = await tab.run(({ seen, complaints }) => ({
      seqs: seen.seqs,
      said: seen.view.transcript.blocks.flatMap((block) => (block.kind === "message" ? [block.text.trim()] : [])),
      complaints,
    }));
    expect(seqs).toEqual(seqs.map((_, index) => index + (seqs[0] ?? 0)));
    expect(said).toEqual(Array(PARTS).fill(SAID));
    expect(complaints).toEqual([]);
  }
}
