// A session in a running daemon, without promises and with a world that may end between any two steps. It does what src/session does: it
// decides, commits, and writes what it committed, and its memory is worth nothing.
import type { Fact } from "../../../src/agents/index.ts";
import { awaken, type EventBody, nextStep, type SessionState, type Step } from "../../../src/core/index.ts";
import { Draft } from "../../../src/session/draft.ts";
import type { Slots } from "../../../src/session/index.ts";
import { delivery } from "../../../src/session/run/delivery.ts";
import { addEnding } from "../../../src/session/run/ending.ts";
import { addFacts } from "../../../src/session/run/facts-to-events.ts";
import { agentThat, decide } from "../../kit/decide.ts";
import { agent, body, daemon } from "../../kit/events.ts";
import type { AgentProcess, Line, Message } from "./agent.ts";
import { promise } from "./fault.ts";
import type { Reply, Request } from "./post.ts";
import { policy } from "./rules.ts";
import type { Change, RunRecord } from "./storage.ts";
import type { Place, World } from "./world.ts";

/** More steps than anything can ask for: whoever does more is going in circles. */
const MANY_STEPS = 300;

interface Attachment {
  process: AgentProcess;
  record: RunRecord;
  /** Read and understood, not committed. */
  pending: Line[];
  isStopping: boolean;
}

interface Around {
  world: World;
  place: Place;
  slots: Slots;
  /** There is room for it to work: it should look again, when it gets to it. */
  wake: () => void;
}

export class LiveSession {
  readonly #around: Around;
  #state: SessionState;
  #attachment: Attachment | null = null;

  constructor(around: Around) {
    this.#around = around;
    this.#state = around.place.storage.load();
  }

  get state(): SessionState {
    return this.#state;
  }

  /** After a start of the daemon, before anyone does anything: what is under way counts. */
  claimSlot(): void {
    const { slots, place } = this.#around;
    const { turn, binding } = this.#state;
    const isWorking = turn.open !== null && turn.open.promptId !== null;
    if (isWorking || binding.run?.phase === "starting") slots.hold(`${place.index}`);
  }

  /** After a start of the daemon: what was being written to the agent is completed, and then everything goes on. */
  takeUp(): void {
    const { run } = this.#around.place.storage;
    if (run) this.#attach(run);
    this.advance();
  }

  /** The reply is given before what follows from the command is done. */
  order({ id, command, by, session }: Request, told: (reply: Reply) => void): void {
    const { place, world } = this.#around;
    const recorded = place.storage.receipts.get(id);
    if (recorded !== undefined) {
      const [commandThen = "", answer = ""] = JSON.parse(recorded) as string[];
      const isSame = commandThen === JSON.stringify(command);
      told(isSame ? { kind: "done", answer } : { kind: "id_reused" });
      return;
    }
    const decision = decide(this.#state, command, by, {
      agent: agentThat({ steer: place.agent === "demo" }),
      limits: world.limits,
    });
    if ("rejection" in decision) {
      told({ kind: "rejected", code: decision.rejection.code });
      return;
    }
    const answer = JSON.stringify({ seq: this.#state.head + decision.events.length, ...decision.outcome });
    const request = { id, command, by, session };
    this.#commit(decision.events, { receipt: { request, answer: JSON.stringify([JSON.stringify(command), answer]) } });
    told({ kind: "done", answer });
    this.advance();
  }

  /** Takes so many lines of what the agent has said; words may wait for more words before they are committed. */
  takeOutput(count: number, mayWait = false): void {
    const attachment = this.#attachment;
    if (!attachment) return;
    const { process, record, pending } = attachment;
    const from = record.outOffset + pending.length;
    pending.push(...process.out.slice(from, from + count));
    if (!mayWait || !pending.every(({ fact }) => fact.type === "agent_message")) this.#flush(attachment);
    this.advance();
  }

  /** Its process has ended: everything that it still said is taken first. */
  takeExit(): void {
    const attachment = this.#attachment;
    const exit = attachment?.process.exit;
    if (!attachment || !exit) return;
    const { process, record, isStopping } = attachment;
    attachment.pending = process.out.slice(record.outOffset);
    this.#flush(attachment);
    const how = { exited: { kind: "exited", code: 0 }, crashed: { kind: "exited", code: 1 }, lost: { kind: "lost" } };
    const ending = {
      run: process.run,
      exit: how[exit] as { kind: "lost" },
      isStopping,
      isOneshot: false,
      stderr: "",
      left: [],
    };
    this.#commit(addEnding(this.#draft(), ending), { endedRun: process.run });
    this.#attachment = null;
    this.advance();
  }

  /** An agent that does not end its turn after an interrupt is stopped. */
  losePatience(): void {
    if (this.#state.turn.open?.interrupt === "sent") this.#stopRun();
  }

  /** Does step after step until the state asks for nothing more. */
  advance(): void {
    const { world, slots, place, wake } = this.#around;
    for (let steps = 0; steps < MANY_STEPS; steps++) {
      const step = nextStep(this.#state, world.now, world.limits);
      this.#settleSlot(step);
      if (!step) return;
      const begins = step.type === "start_run" || step.type === "deliver";
      if (begins && !slots.take(`${place.index}`, wake)) {
        const { promptId } = step.prompt;
        if (this.#state.limit.waiting?.promptId !== promptId)
          this.#commit([body("prompt_waiting", { promptId, text: slots.text })]);
        return;
      }
      const { head } = this.#state;
      if (!this.#perform(step)) return;
      promise(this.#state.head > head, () => `the step ${step.type} changes nothing`);
    }
    throw new Error(`steps without end: ${nextStep(this.#state, world.now, world.limits)?.type}`);
  }

  #settleSlot(step: Step | null): void {
    const { turn, binding } = this.#state;
    const { slots, place } = this.#around;
    const begins = step?.type === "start_run" || step?.type === "deliver";
    if (turn.open && turn.open.promptId !== null) slots.hold(`${place.index}`);
    else if (binding.run?.phase !== "starting" && !begins) slots.release(`${place.index}`);
  }

  #perform(step: Step): boolean {
    const { world } = this.#around;
    switch (step.type) {
      case "start_run":
        this.#startRun();
        return true;
      case "stop_run":
        this.#stopRun();
        return false;
      case "enforce":
        this.#commit([
          body("error", { code: step.limit.code, message: step.limit.text }),
          body("interrupt", { turn: step.turn, state: "requested" }),
        ]);
        return true;
      case "resume_after_quota":
        this.#commit([body("prompt_queued", { promptId: world.newId("resume"), text: "go on", before: null })]);
        return true;
      case "withdraw":
        this.#commit([body("prompt_withdrawn", { promptId: step.prompt.promptId, reason: "its turn has ended" })]);
        return true;
      case "close_orphans":
        throw new Error("something is open without a process");
      case "park":
        return this.#park(step.run);
      case "awake":
        this.#commit([awaken(step.because, daemon)]);
        return true;
      default:
        return this.#tell(step);
    }
  }

  #park(run: string): boolean {
    const attachment = this.#attachment;
    if (!attachment || attachment.isStopping) return false;
    const seen = this.#state;
    this.#flush(attachment);
    if (this.#state !== seen) return true;
    this.#commit([body("agent_parked", { run, text: "it has rested for a while" })]);
    return true;
  }

  #tell(
    step: Extract<Step, { type: "deliver" | "steer" | "apply_answer" | "configure" | "interrupt" | "stop_tasks" }>,
  ): boolean {
    const attachment = this.#attachment;
    if (!attachment || attachment.isStopping) return false;
    const seen = this.#state;
    this.#flush(attachment);
    if (this.#state !== seen) return true;
    switch (step.type) {
      case "deliver": {
        const { promptId, text } = step.prompt;
        const events = delivery(this.#state, step.prompt, { turn: step.turn, at: this.#around.world.now });
        this.#say(attachment, events, { kind: "prompt", promptId, text });
        return true;
      }
      case "steer": {
        const { promptId, text, by } = step.prompt;
        const events = [body("user_prompt", { promptId, text, turn: step.turn, steered: true }, by)];
        this.#say(attachment, events, { kind: "steer", promptId, text });
        return true;
      }
      case "apply_answer": {
        const { id, option } = step.permission;
        const events = [body("permission", { id, state: "applied", option })];
        this.#say(attachment, events, { kind: "answer", id, option });
        return true;
      }
      case "stop_tasks":
        throw new Error("the agents of this world have no background tasks");
      case "configure": {
        const { run, mode, model } = step;
        this.#say(attachment, [body("agent_configured", { run, mode, model })], { kind: "configure" });
        return true;
      }
      case "interrupt": {
        const events = [body("interrupt", { turn: step.turn, state: "sent" })];
        this.#say(attachment, events, { kind: "interrupt" });
        return true;
      }
      default:
        return step satisfies never;
    }
  }

  #startRun(): void {
    const { world } = this.#around;
    if (world.isInstallationBroken) {
      this.#commit([body("error", { code: "start_failed", message: "not installed" })]);
      return;
    }
    const run = { run: world.newId("r"), outOffset: 0, inOffset: 0, promptId: null };
    const resume = this.#state.binding.nativeId;
    this.#commit([body("agent_start", { run: run.run, agent: this.#around.place.agent, resume })], { run });
    this.#attach(run);
  }

  #attach(record: RunRecord): void {
    const { world, place } = this.#around;
    world.touch();
    const process = world.open(place, record.run);
    this.#attachment = { process, record, pending: [], isStopping: false };
    for (const { offset, message } of place.storage.outbox) this.#write(process, offset, message);
    if (process.exit) this.takeExit();
  }

  #stopRun(): void {
    if (!this.#attachment || this.#attachment.isStopping) return;
    this.#attachment.isStopping = true;
    this.#around.world.touch();
    this.#attachment.process.isToldToEnd = true;
  }

  /** Commits what was understood, with how far that was. */
  #flush(attachment: Attachment): void {
    if (attachment.pending.length === 0) return;
    const { record, pending } = attachment;
    let { promptId } = record;
    const facts = pending.flatMap((line): Fact[] => {
      if (line.fact.type !== "turn_end") return [line.fact];
      // The end of what an agent did by itself is not the end of the prompt that waits behind it.
      if (line.promptId !== promptId) return [];
      promptId = null;
      return [line.fact];
    });
    const run = { ...record, outOffset: record.outOffset + pending.length, promptId };
    this.#commit(addFacts(this.#draft(), facts, { run: record.run, by: agent, policy }), { run });
    attachment.record = run;
    attachment.pending = [];
  }

  /** What is said to the agent is durable first. */
  #say(attachment: Attachment, events: readonly EventBody[], message: Message): void {
    const { record } = attachment;
    const offset = record.inOffset;
    const promptId = message.kind === "prompt" ? message.promptId : record.promptId;
    const run = { ...record, inOffset: offset + 1, promptId };
    this.#commit(events, { run, outbox: [{ offset, message }] });
    attachment.record = run;
    this.#write(attachment.process, offset, message);
  }

  #write(process: AgentProcess, offset: number, message: Message): void {
    this.#around.world.touch();
    process.write(offset, message);
    this.#around.world.touch();
  }

  #draft(): Draft {
    const { world, place } = this.#around;
    return new Draft({ session: `${place.index}`, state: this.#state, at: world.now });
  }

  #commit(added: readonly EventBody[] | Draft, change: Omit<Change, "events"> = {}): void {
    const { world, place } = this.#around;
    const { events, state: next } = added instanceof Draft ? added : this.#draft().add(...added);
    world.touch();
    place.storage.append({ events, ...change }, next);
    world.touch();
    this.#state = next;
  }
}
