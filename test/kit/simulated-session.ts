// A session's life without a daemon: commands are decided, steps are done at once with the events that src/session commits
// for them, and the agent does what the test says. Its logs are those that a daemon could have written.
import {
  awaken,
  type By,
  type Capabilities,
  type Command,
  closePermissions,
  closeTask,
  closeTasks,
  closeTurn,
  type Decision,
  type Event,
  type EventBody,
  initialState,
  isCrashLoop,
  nextStep,
  reduce,
  type SessionState,
  type Step,
} from "../../src/core/index.ts";
import { agentThat, decide } from "./decide.ts";
import { ada, agent, atSecond, body, daemon, options, place, workspace } from "./events.ts";
import type { Move } from "./moves.ts";

/** Later than any time that a prompt waits for. */
const LONG_SECONDS = 1_000_000;

/** More steps than any move can ask for: whoever does more is going in circles. */
const MANY_STEPS = 20;

const free = { edits: "free", commands: "free" } as const;
const modes = { ask: free, code: free, plan: free, auto: free };

export class SimulatedSession {
  readonly events: Event[] = [];
  /** The state after each commit: what a daemon that starts again may find. */
  readonly states: SessionState[] = [];
  state: SessionState = initialState;
  #seconds = 0;
  #ids = 0;
  readonly #prompts: string[] = [];
  #isStopping = false;
  #isInstallationBroken = false;

  constructor() {
    this.order({ type: "create", agent: "demo", workspace, name: null }, ada);
  }

  order(command: Command, by: By, can: Partial<Capabilities> = {}): Decision {
    const decision = decide(this.state, command, by, { agent: agentThat({ modes, ...can }) });
    if ("events" in decision) this.#commit(decision.events);
    this.#advance();
    return decision;
  }

  move(move: Move): void {
    switch (move.do) {
      case "prompt":
        this.order(
          {
            type: "prompt",
            promptId: this.#newPrompt(),
            text: move.text,
            ...move.how,
            after: this.#promptId(move.how?.after),
            before: this.#promptId(move.how?.before),
          },
          ada,
          { steer: move.canSteer === true },
        );
        return;
      case "edit":
        this.order(
          {
            type: "edit_prompt",
            promptId: this.#promptId(move.which) ?? "p0",
            ...move.how,
            after: this.#promptId(move.how.after),
            before: this.#promptId(move.how.before),
          },
          ada,
        );
        return;
      case "withdraw":
        this.order({ type: "withdraw_prompt", promptId: this.#promptId(move.which) ?? "p0" }, ada);
        return;
      case "queue": {
        const order = this.state.prompt.queue.map(({ promptId }) => promptId).toReversed();
        const { paused, clear } = move;
        this.order({ type: "queue", paused, clear, ...(move.isReversed ? { order } : {}) }, ada);
        return;
      }
      case "interrupt":
        this.order({ type: "interrupt" }, ada);
        return;
      case "stop":
      case "select":
        this.order(move.do === "stop" ? { type: "stop", reason: "killed" } : { type: move.do }, ada);
        return;
      case "answer":
        this.order({ type: "answer", permission: this.#askedId(), option: move.option }, move.by);
        return;
      case "set_mode":
        this.order({ type: "set_mode", mode: move.mode }, ada);
        return;
      case "acknowledge":
        this.order({ type: "acknowledge", seq: move.seq }, ada);
        return;
      case "arrange":
        this.order({ type: "arrange", ...move.arrangement }, ada);
        return;
      case "restart_daemon":
        this.state = this.events.reduce(reduce, initialState);
        this.#isStopping = false;
        this.#advance();
        return;
      case "wait":
        this.#seconds += move.seconds;
        this.#advance();
        return;
      case "break_installation":
        this.#isInstallationBroken = move.isBroken;
        return;
      default:
        this.#agentDoes(move);
        this.#advance();
    }
  }

  /** From here on everybody does what they should: starts succeed, questions are answered, turns end well. */
  settle(): void {
    this.#isInstallationBroken = false;
    this.#seconds += LONG_SECONDS;
    for (const { promptId, held } of this.state.prompt.queue) {
      if (held) this.order({ type: "edit_prompt", promptId, held: false }, ada);
    }
    this.#advance();
    for (let moves = 0; moves < 1000; moves++) {
      const { run } = this.state.binding;
      if (run && this.#isStopping) this.move({ do: "exit", how: "exited" });
      else if (run?.phase === "starting") this.move({ do: "bind" });
      else if (this.state.permission.open.some(({ state }) => state === "asked"))
        this.move({ do: "answer", option: "yes", by: ada });
      else if (this.state.task.running.length > 0) this.move({ do: "end_task" });
      else if (this.state.turn.open) this.move({ do: "rest", reason: "completed" });
      else return;
    }
    throw new Error("it never comes to rest");
  }

  #newId(prefix: string): string {
    this.#ids++;
    return `${prefix}${this.#ids}`;
  }

  #newPrompt(): string {
    const id = this.#newId("p");
    this.#prompts.push(id);
    return id;
  }

  /** The nth prompt of all that were sent, or one that never was. */
  #promptId<T extends null | undefined>(n: number | T): string | T {
    return typeof n === "number" ? (this.#prompts[n % (this.#prompts.length + 1)] ?? "p0") : n;
  }

  /** A question that is open, or one that never was. */
  #askedId(): string {
    return this.state.permission.open[0]?.id ?? "q0";
  }

  #commit(bodies: readonly EventBody[]): void {
    if (bodies.length === 0) return;
    this.#seconds++;
    for (const one of bodies) {
      const event = { session: "s1", seq: this.state.head + 1, at: atSecond(this.#seconds), ...one };
      this.events.push(event);
      this.state = reduce(this.state, event);
    }
    this.states.push(this.state);
  }

  #advance(): void {
    for (let steps = 0; steps < MANY_STEPS; steps++) {
      const step = nextStep(this.state, atSecond(this.#seconds));
      if (step?.type === "stop_run") this.#isStopping = true;
      if (!step || step.type === "stop_run") return;
      const before = this.state.head;
      this.#commit(this.#eventsOf(step));
      if (this.state.head === before) throw new Error(`the step ${step.type} changes nothing`);
    }
    throw new Error(`steps without end: ${JSON.stringify(nextStep(this.state))}`);
  }

  #eventsOf(step: Exclude<Step, { type: "stop_run" }>): EventBody[] {
    switch (step.type) {
      case "start_run":
        if (this.#isInstallationBroken) return [body("error", { code: "start_failed", message: "not installed" })];
        return [body("agent_start", { run: this.#newId("r"), agent: "demo", resume: this.state.binding.nativeId })];
      case "deliver": {
        const { promptId, text, by } = step.prompt;
        const { turn } = step;
        return [
          // What the agent did by itself until now is over.
          ...closeTurn(this.state, { reason: "completed", at: atSecond(this.#seconds + 1), by: daemon }),
          body("turn_start", { turn, promptId }),
          body("user_prompt", { promptId, text, turn }, by),
        ];
      }
      case "steer": {
        const { promptId, text, by } = step.prompt;
        return [body("user_prompt", { promptId, text, turn: step.turn, steered: true }, by)];
      }
      case "enforce":
        return [
          body("error", { code: step.limit.code, message: step.limit.text }),
          body("interrupt", { turn: step.turn, state: "requested" }),
        ];
      case "resume_after_quota":
        return [body("prompt_queued", { promptId: this.#newPrompt(), text: "go on", before: null })];
      case "withdraw":
        return [body("prompt_withdrawn", { promptId: step.prompt.promptId, reason: "its turn has ended" })];
      case "apply_answer": {
        const { id, option } = step.permission;
        return [body("permission", { id, state: "applied", option })];
      }
      case "configure": {
        const { run, mode, model } = step;
        return [body("agent_configured", { run, mode, model })];
      }
      case "interrupt":
        return [body("interrupt", { turn: step.turn, state: "sent" })];
      case "stop_tasks":
        return [body("task_stop", { state: "sent" })];
      // Nothing of this log is lost.
      case "close_orphans":
        throw new Error("something is open without a process");
      case "park":
        return [body("agent_parked", { run: step.run, text: "it has rested for a while" })];
      case "awake":
        return [awaken(step.because, daemon)];
      default:
        return step satisfies never;
    }
  }

  #agentDoes(
    move: Extract<
      Move,
      {
        do:
          | "bind"
          | "refuse_login"
          | "say"
          | "call_tool"
          | "finish_tool"
          | "start_task"
          | "end_task"
          | "ask"
          | "rest"
          | "exit";
      }
    >,
  ): void {
    const { run } = this.state.binding;
    if (!run) return;
    const at = atSecond(this.#seconds + 1);
    switch (move.do) {
      case "bind": {
        const nativeId = this.state.binding.nativeId ?? "native";
        this.#commit([body("agent_bound", { run: run.run, nativeId, provenance: "reported" }, agent)]);
        return;
      }
      case "refuse_login":
        this.#commit([body("error", { code: "not_logged_in", message: "log in first" }, agent)]);
        return;
      case "say": {
        const messageId = `m${this.state.turn.count}`;
        this.#commit([...this.#turnOfItsOwn(), body("agent_message", { messageId, text: move.text }, agent)]);
        return;
      }
      case "call_tool": {
        const toolCallId = this.#newId("c");
        const call = body("tool_call", { toolCallId, title: "ls", kind: "execute", status: "running" }, agent);
        this.#commit([...this.#turnOfItsOwn(), call]);
        return;
      }
      case "finish_tool": {
        const toolCallId = this.state.toolCall.open[0]?.toolCallId ?? "c0";
        this.#commit([body("tool_call_update", { toolCallId, status: "completed", output: "ok" }, agent)]);
        return;
      }
      case "start_task":
        this.#commit([body("task_start", { taskId: this.#newId("k"), kind: "subagent", title: "look" }, agent)]);
        return;
      case "end_task": {
        const taskId = this.state.task.running[0]?.taskId ?? "k0";
        this.#commit(closeTask(this.state, { taskId, outcome: "completed", wakes: move.wakes }, { at, by: agent }));
        return;
      }
      case "ask": {
        const id = this.#newId("q");
        const taskId = move.isOfTask ? this.state.task.running[0]?.taskId : undefined;
        const asker = taskId === undefined ? {} : { taskId };
        const question = { id, state: "asked" as const, title: "may I", detail: "ls", options, ...asker };
        this.#commit([body("permission", question, agent)]);
        return;
      }
      case "rest": {
        const end = closeTurn(this.state, { reason: move.reason, at, by: agent });
        this.#commit(end.length > 0 ? end : [body("notice", { kind: "stray_turn_end", text: "no turn" }, agent)]);
        return;
      }
      case "exit":
        this.#exit(run.run, move.how, at);
        return;
      default:
        move satisfies never;
    }
  }

  /** An agent that works without having been asked begins a turn that no prompt belongs to. */
  #turnOfItsOwn(): EventBody[] {
    const { turn, binding } = this.state;
    if (turn.open || binding.run?.phase !== "ready") return [];
    return [body("turn_start", { turn: `t${turn.count + 1}`, promptId: null })];
  }

  #exit(run: string, how: "exited" | "crashed" | "lost", at: string): void {
    const { state } = this;
    const isWanted = this.#isStopping || state.turn.open?.interrupt === "sent";
    const outcome = isWanted ? "stopped" : how;
    const reason = outcome === "crashed" || outcome === "exited" ? "failed" : "interrupted";
    const text = `the agent ${outcome}`;
    const isLoop = outcome !== "stopped" && state.prompt.queue.length > 0 && isCrashLoop(state.binding, at);
    this.#isStopping = false;
    const tasks = closeTasks(state, { at, by: daemon });
    const rest = place(tasks, state.head).reduce(reduce, state);
    this.#commit([
      ...tasks,
      ...closeTurn(rest, { reason, at, by: daemon }),
      ...(state.turn.open ? [] : closePermissions(rest, text, daemon)),
      body("agent_exit", { run, outcome, code: null, signal: null, text }),
      ...(isLoop ? [body("error", { code: "crash_loop", message: "it keeps dying" })] : []),
    ]);
  }
}

/** A new session after these moves. */
export function live(moves: readonly Move[]): SimulatedSession {
  const session = new SimulatedSession();
  for (const move of moves) session.move(move);
  return session;
}
