// Events for tests of the core: bodies are written short, and get their places in a log here.
import {
  type By,
  type CommandOf,
  type DataOf,
  type Event,
  type EventBody,
  type EventType,
  initialState,
  type PermissionOption,
  reduce,
  type SessionState,
} from "../../src/core/index.ts";

export const ada: By = { kind: "client", name: "ada" };
export const bob: By = { kind: "client", name: "bob", device: "phone" };
export const agent: By = { kind: "agent", name: "demo" };
export const daemon: By = { kind: "daemon" };

export const workspace = { id: "w1", path: "/work" };

export function body<T extends EventType>(type: T, data: DataOf<T>, by: By = daemon): EventBody {
  return { type, by, data } as EventBody;
}

/** The time of an event, for display: one second per seq. */
export const atSecond = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** Gives bodies their places in a log, after the event `after`. */
export function place<B extends { type: string; by: By; data: unknown }>(bodies: readonly B[], after = 0): Event[] {
  return bodies.map((one, index) => {
    const seq = after + 1 + index;
    return { session: "s1", seq, at: atSecond(seq), ...one };
  });
}

export const fold = (events: readonly Event[], state: SessionState = initialState): SessionState =>
  events.reduce(reduce, state);

export const foldBodies = (...bodies: EventBody[]): SessionState => fold(place(bodies));

export const afterJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Bodies that many tests begin with. */
export const created = body("session_start", { agent: "demo", workspace, name: null, resumed: false }, ada);
export const queued = (
  promptId: string,
  text = `do ${promptId}`,
  how: Partial<DataOf<"prompt_queued">> = {},
): EventBody => body("prompt_queued", { promptId, text, ...how }, ada);
/** A client's wish for that. */
export const sending = (
  promptId: string,
  wishes: Partial<Omit<CommandOf<"prompt">, "type" | "promptId">> = {},
): CommandOf<"prompt"> => ({ type: "prompt", promptId, text: `do ${promptId}`, ...wishes });
export const started = (run: string): EventBody => body("agent_start", { run, agent: "demo", resume: null });
export const bound = (run: string): EventBody =>
  body("agent_bound", { run, nativeId: `native-${run}`, provenance: "assigned" }, agent);
export const delivered = (promptId: string, turn: string): EventBody[] => [
  body("turn_start", { turn, promptId }),
  body("user_prompt", { promptId, text: `do ${promptId}`, turn }, ada),
];
export const ended = (turn: string, reason: DataOf<"turn_end">["reason"] = "completed", promptId = "p1"): EventBody =>
  body("turn_end", { turn, promptId, reason }, agent);
export const exited = (run: string, outcome: DataOf<"agent_exit">["outcome"], turn: string | null = null): EventBody =>
  body("agent_exit", { run, outcome, turn, code: null, signal: null, text: `the agent ${outcome}` });
export const options: PermissionOption[] = [
  { id: "yes", label: "Yes", kind: "allow_once" },
  { id: "no", label: "No", kind: "reject_once" },
];
export const asked = (id: string): EventBody =>
  body("permission", { id, state: "asked", title: `run ${id}`, detail: `./${id}`, options }, agent);
export const answered = (id: string, option = "yes", by: By = ada): EventBody =>
  body("permission", { id, state: "answered", option }, by);
export const applied = (id: string, option = "yes"): EventBody => body("permission", { id, state: "applied", option });
export const stale = (id: string): EventBody => body("permission", { id, state: "stale", reason: "gone" });
export const said = (messageId: string, text: string): EventBody => body("agent_message", { messageId, text }, agent);

/** A session in which the turn t1 for the prompt p1 runs in the run r1. */
export const running: readonly EventBody[] = [
  created,
  queued("p1"),
  started("r1"),
  bound("r1"),
  ...delivered("p1", "t1"),
];
