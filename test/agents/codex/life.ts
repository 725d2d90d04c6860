// A life of the app-server driver, said line by line.
import { createCodexDriver } from "../../../src/agents/codex/driver.ts";
import type { DeliveredPrompt, Fact, LaunchContext } from "../../../src/agents/index.ts";
import { contextFor } from "../../contracts/recording.ts";

export const driver = createCodexDriver({ transport: "stream" });

interface Message {
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number };
}

type Reaction = ReturnType<typeof driver.open>;
type Context = Partial<LaunchContext>;
type Answers = Readonly<Record<string, unknown>>;

const answers: Answers = {
  initialize: {},
  "account/read": { account: null, requiresOpenaiAuth: false },
  "config/read": { config: { sandbox_workspace_write: null } },
  "thread/start": { thread: { id: "00000000-0000-4000-8000-000000000005" }, model: "gpt-5.5", reasoningEffort: "high" },
  "thread/resume": {
    thread: { id: "00000000-0000-4000-8000-000000000005" },
    model: "gpt-5.5",
    reasoningEffort: "high",
  },
  "thread/fork": { thread: { id: "00000000-0000-4000-8000-000000000005" }, model: "gpt-5.5", reasoningEffort: "high" },
};

export class Life {
  state: unknown;
  facts: Fact[] = [];
  /** What the program was told last. */
  told: Message[] = [];

  constructor(context: Context = {}) {
    this.#take(driver.open({ ...contextFor("r1"), ...context }, null));
  }

  /** One that is ready for prompts. */
  static ready(context: Context = {}, special: Answers = {}): Life {
    const life = new Life(context);
    for (let asked = life.asked(); asked; asked = life.asked()) {
      life.hear({ id: asked.id, result: { ...answers, ...special }[asked.method ?? ""] });
    }
    return life;
  }

  /** The request that was made last, if it has not been answered. */
  asked(): Message | undefined {
    return this.told.find(({ id, method }) => id !== undefined && method !== undefined);
  }

  hear(message: object): Fact[] {
    return this.#take(driver.read(this.state, JSON.stringify(message)));
  }

  news(method: string, params: object): Fact[] {
    return this.hear({ method, params: { threadId: "00000000-0000-4000-8000-000000000005", ...params } });
  }

  deliver(text = "go", files: DeliveredPrompt["files"] = []): Message {
    this.#take(driver.deliver(this.state, { promptId: "p1", text, files }));
    return this.asked()!;
  }

  /** A turn that runs. */
  begin(turn = "t1"): void {
    const { id } = this.deliver();
    this.hear({ id, result: { turn: { id: turn } } });
    this.news("turn/started", { turn: { id: turn, status: "inProgress" } });
  }

  end(turn = "t1", status = "completed"): Fact[] {
    return this.news("turn/completed", { turn: { id: turn, status, error: null } });
  }

  steer(text: string, promptId = "p2"): Message {
    this.#take(driver.steer(this.state, { promptId, text }));
    return this.asked()!;
  }

  interrupt(): Message[] {
    this.#take(driver.interrupt(this.state));
    return this.told;
  }

  configure(mode: string | null, model: string | null = null): void {
    this.#take(driver.configure(this.state, { mode, model })!);
  }

  answer(option: string, more: { message?: string; content?: Record<string, string | string[]> } = {}): Message[] {
    const asked = this.facts.findLast((fact) => fact.type === "permission" && fact.data.state === "asked");
    if (asked?.type !== "permission") throw new Error("nothing was asked");
    const { message = null, content = null } = more;
    this.#take(driver.answer(this.state, { permission: asked.data.id, option, message, content }));
    return this.told;
  }

  #take({ state, facts, writes }: Reaction): Fact[] {
    this.state = JSON.parse(JSON.stringify(state));
    this.facts.push(...facts);
    this.told = writes.map((line) => JSON.parse(line));
    return facts;
  }
}
