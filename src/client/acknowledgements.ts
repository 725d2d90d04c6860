// Prompts that were sent without an answer yet, matched with the observed log: a prompt in the log was accepted, whether or not the answer arrived.
import type { Event } from "../core/index.ts";

export class Acknowledgements {
  readonly #expected = new Map<string, (seq: number) => void>();
  /** The prompts of each session's open turn, which the agent's next events answer. */
  readonly #underWay = new Map<string, Set<string>>();

  /** Calls back once with the event that shows the prompt; returns a function that stops waiting. */
  expect(promptId: string, seen: (seq: number) => void): () => void {
    this.#expected.set(promptId, seen);
    return () => this.#expected.delete(promptId);
  }

  /** An event that a follower of this session received. Inherited events of a fork do not count for its base. */
  see(session: string, { seq, type, data }: Event): void {
    const promptId = promptIdIn(data);
    if (type === "turn_start" || type === "turn_end") this.#underWay.delete(session);
    if (promptId !== null && (type === "turn_start" || type === "user_prompt")) {
      this.#underWay.set(session, (this.#underWay.get(session) ?? new Set()).add(promptId));
    }
    if (this.#expected.size === 0) return;
    if (promptId !== null) this.#resolve(promptId, seq);
    if (type !== "agent_message" && type !== "agent_thought") return;
    for (const one of this.#underWay.get(session) ?? []) this.#resolve(one, seq);
  }

  #resolve(promptId: string, seq: number): void {
    this.#expected.get(promptId)?.(seq);
    this.#expected.delete(promptId);
  }
}

function promptIdIn(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("promptId" in data)) return null;
  return typeof data.promptId === "string" ? data.promptId : null;
}
