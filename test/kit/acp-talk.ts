// A conversation with an ACP driver in terms of the protocol: the test plays the agent and checks the driver's lines.

import type { Driver, Fact, LaunchContext } from "../../src/agents/index.ts";
import type { AcpAgent } from "../../src/agents/kit/acp/agent.ts";
import { createAcpDriver } from "../../src/agents/kit/acp/driver.ts";
import type { FormContent } from "../../src/core/index.ts";
import { contextFor, DriverInUse } from "../contracts/recording.ts";

interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const anyAgent: AcpAgent = {
  id: "mine",
  title: "Mine",
  command: "mine",
  args: [],
  env: {},
  install: "get mine",
};

const capable = { protocolVersion: 1, agentCapabilities: { loadSession: true } };

const yesOrNo = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

export const diff = { type: "diff", path: "/w/b", oldText: "x", newText: "y" };

export class AcpTalk {
  readonly driver: Driver;
  readonly #use: DriverInUse;
  /** Everything that was written to the agent, oldest first. */
  readonly written: Message[] = [];

  constructor(agent: AcpAgent = anyAgent, context: Partial<LaunchContext> = {}) {
    this.driver = createAcpDriver(agent);
    this.#use = new DriverInUse(this.driver, { ...contextFor("r1"), ...context });
    this.#take({ do: "open" });
  }

  /** A conversation that is ready for prompts. */
  static ready(agent?: AcpAgent, session: Record<string, unknown> = {}): AcpTalk {
    const talk = new AcpTalk(agent);
    talk.answer(capable);
    talk.answer({ sessionId: "00000000-0000-4000-8000-000000000007", ...session });
    return talk;
  }

  /** One whose first turn has begun. */
  static working(agent?: AcpAgent): AcpTalk {
    const talk = AcpTalk.ready(agent);
    talk.prompt();
    return talk;
  }

  get facts(): readonly Fact[] {
    return this.#use.facts;
  }

  get state(): unknown {
    return this.#use.state;
  }

  /** The driver's newest request. */
  get asked(): Message {
    const request = this.written.findLast(({ method, id }) => method !== undefined && id !== undefined);
    if (!request) throw new Error("Nothing was asked.");
    return request;
  }

  /** The agent's response to the driver's newest request, or to another one. */
  answer(result: unknown, request: Message = this.asked): Fact[] {
    return this.say({ id: request.id!, result });
  }

  refuse(error: { code: number; message: string; data?: unknown }, request: Message = this.asked): Fact[] {
    return this.say({ id: request.id!, error });
  }

  update(sessionUpdate: string, fields: Record<string, unknown> = {}): Fact[] {
    return this.say({
      method: "session/update",
      params: { sessionId: "00000000-0000-4000-8000-000000000007", update: { sessionUpdate, ...fields } },
    });
  }

  text(text: string, fields: Record<string, unknown> = {}): Fact[] {
    return this.update("agent_message_chunk", { content: { type: "text", text }, ...fields });
  }

  ask(id: string | number, toolCall: Record<string, unknown>, options: readonly object[] = yesOrNo): Fact[] {
    return this.say({
      id,
      method: "session/request_permission",
      params: { sessionId: "00000000-0000-4000-8000-000000000007", toolCall, options },
    });
  }

  say(message: Message): Fact[] {
    return this.raw(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** A raw line. */
  raw(line: string): Fact[] {
    return this.#take({ out: line });
  }

  prompt(text = "hello"): Fact[] {
    return this.#take({ do: "deliver", promptId: "p1", text });
  }

  decide(option: string, message: string | null = null, content: FormContent = {}): Fact[] {
    return this.#take({ do: "answer", option, message, content });
  }

  interrupt(): Fact[] {
    return this.#take({ do: "interrupt" });
  }

  configure(setting: { mode: string | null; model: string | null }): void {
    const reaction = this.driver.configure(this.#use.state, setting);
    if (!reaction) throw new Error("It can't be changed while it runs.");
    this.#use.state = JSON.parse(JSON.stringify(reaction.state));
    this.#keep(reaction.writes);
  }

  #take(step: Parameters<DriverInUse["take"]>[0]): Fact[] {
    const { facts, writes } = this.#use.take(step);
    this.#keep(writes);
    return facts;
  }

  #keep(writes: readonly string[]): void {
    this.written.push(...writes.map((line) => JSON.parse(line) as Message));
  }
}
