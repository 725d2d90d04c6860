// Prompts that were sent and not answered for yet, held against what is seen of the log: what stands in the log was accepted, whether
// the answer that says so arrived or not.
import type { Event } from "../core/index.ts";

export class Acknowledgements {
  readonly #expected = new Map<string, (seq: number) => void>();
  /** The prompts of each session's open turn: what the agent says then answers them. */
  readonly #underWay = new Map<string, Set<string>>();

  /** Calls back with the event that shows the prompt, once; returns how to stop expecting it. */
  expect(promptId: string, seen: (seq: number) => void): () => void {
    this.#expected.set(promptId, seen);
    return () => this.#expected.delete(promptId);
  }

  /** An event that somebody who follows this session was given. What a fork inherits says nothing of the session that it comes from. */
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
