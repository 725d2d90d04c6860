// A driver with a made-up process behind it, which says JSON line by line; and what became of that.
import type { Driver, Fact, LaunchContext } from "../../src/agents/index.ts";
import type { FormContent } from "../../src/core/index.ts";
import { contextFor } from "../contracts/recording.ts";

export type Json = Record<string, unknown>;

interface Beginning {
  readonly driver: Driver;
  readonly context: Partial<LaunchContext>;
  /** The prompt that it is started with, where it is. */
  readonly hasPrompt: boolean;
}

export class JsonLife {
  readonly driver: Driver;
  readonly facts: Fact[] = [];
  /** What the process was told, as objects. */
  readonly writes: Json[] = [];
  readonly context: LaunchContext;
  state: unknown;

  constructor({ driver, context, hasPrompt }: Beginning) {
    this.driver = driver;
    this.context = { ...contextFor("r1"), ...context };
    this.#take(driver.open(this.context, hasPrompt ? { promptId: "p1", text: "go" } : null));
  }

  /** Lines of the agent, as objects; returns the facts of these lines alone. */
  say(...lines: Json[]): Fact[] {
    return lines.flatMap((line) => this.#take(this.driver.read(this.state, JSON.stringify(line))));
  }

  deliver(promptId: string, text = "go", files: readonly Json[] = []): void {
    const prompt = { promptId, text, ...(files.length > 0 ? { files: files as never } : {}) };
    this.#take(this.driver.deliver(this.state, prompt));
  }

  steer(promptId: string, text = "more"): void {
    this.#take(this.driver.steer(this.state, { promptId, text }));
  }

  answer(option: string, message: string | null = null, content: FormContent | null = null): Fact[] {
    const asked = this.facts.findLast((fact) => fact.type === "permission" && fact.data.state === "asked");
    if (asked?.type !== "permission") throw new Error("nothing was asked");
    return this.#take(this.driver.answer(this.state, { permission: asked.data.id, option, message, content }));
  }

  interrupt(): void {
    this.#take(this.driver.interrupt(this.state));
  }

  #take({ state, facts, writes }: { state: unknown; facts: Fact[]; writes: string[] }): Fact[] {
    this.state = JSON.parse(JSON.stringify(state));
    this.facts.push(...facts);
    this.writes.push(...writes.map((line) => JSON.parse(line) as Json));
    return facts;
  }
}
