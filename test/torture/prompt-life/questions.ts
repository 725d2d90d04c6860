// The lives of questions: asked → answered → applied, or stale; what the agent is told is the first answer, once.
import type { By, DataOf } from "../../../src/core/index.ts";
import { promise } from "./fault.ts";

interface Life {
  state: "asked" | "answered" | "applied" | "stale";
  option: string | null;
  timesHeard: number;
}

const mayFollow = { asked: [undefined], answered: ["asked"], applied: ["answered"], stale: ["asked", "answered"] };

export class Questions {
  readonly #lives = new Map<string, Life>();

  /** The one that was asked last, whatever became of it. */
  get newest(): string | undefined {
    return [...this.#lives.keys()].at(-1);
  }

  get open(): string[] {
    return [...this.#lives].flatMap(([id, { state }]) => (state === "asked" || state === "answered" ? [id] : []));
  }

  see(data: DataOf<"permission">, by: By): void {
    const { id, state } = data;
    const life = this.#lives.get(id);
    promise(mayFollow[state].includes(life?.state as never), () => `question ${id} is ${state} after ${life?.state}`);
    if (data.state === "answered") promise(by.kind !== "agent", () => `an agent answered question ${id}`);
    if (data.state === "applied") promise(data.option === life?.option, () => `${id} was answered ${life?.option}`);
    const option = data.state === "answered" ? data.option : (life?.option ?? null);
    this.#lives.set(id, { state, option, timesHeard: life?.timesHeard ?? 0 });
  }

  /** The agent is told an answer. */
  hear({ id, option }: { id: string; option: string }): void {
    const life = this.#lives.get(id);
    promise(life?.state === "applied", () => `the agent was told of ${id}, which is ${life?.state}`);
    if (!life) return;
    life.timesHeard++;
    promise(life.timesHeard === 1, () => `the answer to ${id} was applied ${life.timesHeard} times`);
    promise(life.option === option, () => `${id} was applied as ${option}, and answered ${life.option}`);
  }
}
