// A life of the driver without a program: what it is told and what the program prints, line by line.
import type { DeliveredAnswer, Driver, Fact, LaunchContext } from "../../../src/agents/driver.ts";
import { createPiDriver } from "../../../src/agents/pi/driver.ts";
import { contextFor } from "../../contracts/recording.ts";

type Said = { facts: Fact[]; writes: Record<string, unknown>[] };

export class Life {
  readonly driver: Driver;
  #state: unknown;
  /** What it said first. */
  readonly opening: Said;

  constructor(context: Partial<LaunchContext> = {}, transport: "stream" | "oneshot" = "stream") {
    this.driver = createPiDriver({ transport, programs: "/programs" });
    const prompt = transport === "oneshot" ? { promptId: "p1", text: "go" } : null;
    this.opening = this.#take(this.driver.open({ ...contextFor("r1"), ...context }, prompt));
  }

  /** One that is ready, and has been given a prompt that it has confirmed. */
  static atWork(): Life {
    const life = new Life();
    life.print({ type: "response", id: "open-1", command: "get_state", success: true, data: stateAt("rest") });
    life.deliver("p1");
    life.confirm("prompt-2");
    life.print({ type: "agent_start" });
    return life;
  }

  print(...lines: object[]): Said {
    return joined(lines.map((line) => this.#take(this.driver.read(this.#state, JSON.stringify(line)))));
  }

  printText(text: string): Said {
    return this.#take(this.driver.read(this.#state, text));
  }

  confirm(id: string): Said {
    return this.print({ type: "response", id, command: "prompt", success: true });
  }

  deliver(promptId: string, text = "go"): Said {
    return this.#take(this.driver.deliver(this.#state, { promptId, text }));
  }

  steer(text: string): Said {
    return this.#take(this.driver.steer(this.#state, { promptId: "s1", text }));
  }

  interrupt(): Said {
    return this.#take(this.driver.interrupt(this.#state));
  }

  answer(given: DeliveredAnswer): Said {
    return this.#take(this.driver.answer(this.#state, given));
  }

  configure(setting: { mode: string | null; model: string | null }): Said | null {
    const reaction = this.driver.configure(this.#state, setting);
    return reaction && this.#take(reaction);
  }

  get isSettling(): boolean {
    return this.driver.isSettling(this.#state);
  }

  ended(ending: { code: number | null; stderr?: string; isStopped?: boolean }): Fact[] {
    return this.driver.ended(this.#state, { stderr: "", isStopped: false, ...ending });
  }

  #take({ state, facts, writes }: { state: unknown; facts: Fact[]; writes: string[] }): Said {
    this.#state = JSON.parse(JSON.stringify(state));
    return { facts, writes: writes.map((line) => JSON.parse(line) as Record<string, unknown>) };
  }
}

const joined = (all: readonly Said[]): Said => ({
  facts: all.flatMap(({ facts }) => facts),
  writes: all.flatMap(({ writes }) => writes),
});

/** The answer to `get_state`. */
export const stateAt = (at: "rest" | "work") => ({
  sessionId: "00000000-0000-4000-8000-000000000001",
  isStreaming: at === "work",
  model: { provider: "some", id: "model" },
});

/** What is said of itself by an answer of the model. */
export const answered = (message: object) => ({ type: "message_end", message: { role: "assistant", ...message } });
