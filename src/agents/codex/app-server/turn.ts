// A turn: text is sent with `turn/start`, even into a running turn; `turn/completed` is its only end.
import type { DeliveredPrompt, Fact, Reaction } from "../../driver.ts";
import { failedTurn } from "../../kit/failure.ts";
import { isImage } from "../../kit/file-kinds.ts";
import { mentionOf } from "../../kit/file-mention.ts";
import type { RpcError } from "../../kit/json-rpc.ts";
import { printOf } from "../../kit/questions/reused-question-id.ts";
import { endOfFailed } from "../failure.ts";
import { begun, type TurnError } from "./protocol.ts";
import { awaitTaken, settingAccepted, settingRefused, settingsForTurn } from "./settings.ts";
import { type AppServerState, asking, MAX_STEERED, nothing, type Step, said, type Turn } from "./state.ts";
import { leaveRunning } from "./task.ts";

const freshTurn: Turn = {
  native: null,
  isStarted: false,
  isRunning: false,
  starts: [],
  steered: [],
  held: null,
  isInterrupting: false,
  isOwn: false,
  isLoud: false,
  used: { input: 0, output: 0 },
};

export function deliver(state: AppServerState, prompt: DeliveredPrompt): Reaction<AppServerState> {
  const { state: wished, params } = settingsForTurn(state);
  const turn = { ...(state.turn ?? freshTurn), isOwn: false, held: null };
  const started = start({ ...wished, turn }, inputOf(prompt), params);
  return { ...started, state: awaitTaken(started.state, state, started.start) };
}

/**
 * Sent during a turn, a start adds the text to it and cuts off the model's current output (0.166.0). If the turn has just ended, it starts
 * another one, which is still the same turn here. `turn/steer` would refuse the text then, so Skein would have to keep it.
 */
export function steer(state: AppServerState, prompt: DeliveredPrompt): Reaction<AppServerState> {
  const started = state.turn === null ? deliver(state, prompt) : start(state, inputOf(prompt), {});
  const turn = started.state.turn ?? freshTurn;
  const words = { promptId: prompt.promptId, print: printOf(prompt.text) };
  const steered = [...turn.steered, words].slice(-MAX_STEERED);
  return { ...started, state: { ...started.state, turn: { ...turn, steered } } };
}

/** The text is in the conversation now: of one message, or of several together. Prompts are echoed too, but nobody waits for that. */
export function handleText(state: AppServerState, texts: readonly string[]): Step {
  const { turn } = state;
  if (!turn) return { state, facts: [] };
  const steered = [...turn.steered];
  const facts = texts.flatMap((text): Fact[] => {
    const index = steered.findIndex(({ print }) => print === printOf(text));
    const [words] = index < 0 ? [] : steered.splice(index, 1);
    return words ? [{ type: "steer_taken", promptId: words.promptId }] : [];
  });
  return { state: { ...state, turn: { ...turn, steered } }, facts };
}

/** The message of an answer that has no field for it. */
export const addWords = (state: AppServerState, text: string): Reaction<AppServerState> =>
  state.turn === null ? nothing(state) : start(state, [textOf(text)], {});

function start(state: AppServerState, input: object[], params: object): Reaction<AppServerState> & { start: string } {
  const asked = asking(state, "turn/start", { threadId: state.thread, input, ...params });
  const turn = state.turn ?? freshTurn;
  return {
    state: { ...asked.state, turn: { ...turn, starts: [...turn.starts, asked.id] } },
    facts: [],
    writes: [asked.line],
    start: asked.id,
  };
}

const textOf = (text: string): object => ({ type: "text", text, text_elements: [] });

function inputOf({ text, files = [] }: DeliveredPrompt): object[] {
  const mentioned = files.filter(({ mediaType }) => !isImage(mediaType));
  return [
    ...files.filter(({ mediaType }) => isImage(mediaType)).map(({ path }) => ({ type: "localImage", path })),
    ...(mentioned.length > 0 ? [textOf(mentionOf(mentioned))] : []),
    ...(text === "" && files.length > 0 ? [] : [textOf(text)]),
  ];
}

/** The text was accepted: into the running turn, or as the start of another one. */
export function handleStarted(before: AppServerState, id: string, result: unknown): Reaction<AppServerState> {
  const state = settingAccepted(before, id);
  const { turn } = state;
  if (!turn?.starts.includes(id)) return nothing(state);
  const native = begun.safeParse(result).data?.turn.id ?? turn.native;
  const answered = { ...turn, starts: turn.starts.filter((one) => one !== id) };
  if (native === turn.native) return releaseHeld({ ...state, turn: answered });
  const { held } = turn;
  const went: Fact[] =
    held?.reason === "failed" ? [{ type: "error", data: { code: "turn_failed", message: held.error ?? "" } }] : [];
  return said({ ...state, turn: { ...answered, native, isRunning: true, isStarted: false, held: null } }, went);
}

export function startRefused(before: AppServerState, id: string, { message }: RpcError): Reaction<AppServerState> {
  const state = settingRefused(before, id);
  const { turn } = state;
  if (!turn?.starts.includes(id)) return nothing(state);
  const next = { ...state, turn: { ...turn, starts: turn.starts.filter((one) => one !== id) } };
  const why = `Codex did not accept the steered text: ${message.slice(0, 500)}`;
  if (turn.isRunning || turn.held || next.turn.starts.length > 0) {
    const gone = releaseHeld(next);
    return { ...gone, facts: [{ type: "error", data: { code: "words_refused", message: why } }, ...gone.facts] };
  }
  return said({ ...next, ...rest }, failedTurn({ code: "turn_failed", message: why }));
}

/** A turn has started: ours, or one that Codex starts itself to pursue a goal. */
export function handleBegin(state: AppServerState, native: string): Reaction<AppServerState> {
  const turn = state.turn ?? { ...freshTurn, isOwn: true };
  if (turn.native !== native && turn.isRunning) return nothing(state);
  if (turn.native === native && !turn.isRunning) return nothing(state);
  const started = { ...state, turn: { ...turn, native, isRunning: true, isStarted: true, held: null } };
  return turn.isInterrupting && !turn.isStarted ? askToStop(started, native) : said(started, []);
}

/** The agent must still end the turn itself. */
export function interrupt(state: AppServerState): Reaction<AppServerState> {
  const { turn } = state;
  if (turn === null) return nothing(state);
  const next = { ...state, turn: { ...turn, isInterrupting: true } };
  return turn.isRunning && turn.isStarted && turn.native !== null ? askToStop(next, turn.native) : nothing(next);
}

function askToStop(state: AppServerState, turnId: string): Reaction<AppServerState> {
  const { state: next, line } = asking(state, "turn/interrupt", { threadId: state.thread, turnId });
  return { state: next, facts: [], writes: [line] };
}

interface End {
  native: string;
  status: string;
  error: TurnError | null;
}

export function handleEnd(state: AppServerState, { native, status, error }: End): Reaction<AppServerState> {
  const { turn } = state;
  if (turn?.native !== native || !turn.isRunning) return nothing(state);
  const facts = endFacts(state, { native, status, error });
  const end = facts.find((fact) => fact.type === "turn_end");
  if (turn.starts.length === 0 || !end) return finish(state, facts);
  // The error is reported once, with the end.
  const held = { reason: end.reason, error: end.error ?? null };
  const before = facts.filter(({ type }) => type === "quota_reached");
  return said({ ...state, turn: { ...turn, isRunning: false, isStarted: false, held } }, before);
}

/** No text is pending: a delayed end becomes the end. */
function releaseHeld(state: AppServerState): Reaction<AppServerState> {
  const { turn } = state;
  if (!turn?.held || turn.starts.length > 0) return said(state, []);
  const { reason, error } = turn.held;
  const facts: Fact[] =
    reason === "failed" ? [{ type: "error", data: { code: "turn_failed", message: error ?? "" } }] : [];
  const end: Fact = {
    ...{ type: "turn_end", reason, ...(error === null ? {} : { error }) },
    ...(turn.native === null ? {} : { mark: turn.native }),
  };
  return finish(state, [...facts, end]);
}

const rest = { turn: null, texts: [], calls: [], questions: [] };

function finish(state: AppServerState, facts: Fact[]): Reaction<AppServerState> {
  const { turn } = state;
  const used = turn?.used ?? { input: 0, output: 0 };
  const isUsed = used.input > 0 || used.output > 0;
  const usage: Fact[] = isUsed ? [{ type: "usage", inputTokens: used.input, outputTokens: used.output }] : [];
  // A turn without reported activity is not reported at all.
  const isUnheard = turn?.isOwn && !turn.isLoud;
  const left = leaveRunning(state, facts);
  const told = isUnheard ? left.facts.filter(({ type }) => type !== "turn_end") : left.facts;
  return said({ ...left.state, ...rest }, [...usage, ...told]);
}

function endFacts({ resetsAt }: AppServerState, { native, status, error }: End): Fact[] {
  if (status === "interrupted") return [{ type: "turn_end", reason: "interrupted", mark: native }];
  if (status !== "failed") return [{ type: "turn_end", reason: "completed", mark: native }];
  const { info, httpStatus } = kindOf(error);
  return endOfFailed({ message: error?.message ?? "", info, status: httpStatus, resetsAt }, native);
}

/** A name, or an object whose only key is the name. */
function kindOf(error: TurnError | null): { info: string | null; httpStatus: number | null } {
  const kind = error?.codexErrorInfo ?? null;
  if (kind === null || typeof kind === "string") return { info: kind, httpStatus: null };
  const [[info, detail] = [null, null]] = Object.entries(kind);
  const status = (detail as { httpStatusCode?: unknown } | null)?.httpStatusCode;
  return { info, httpStatus: typeof status === "number" ? status : null };
}
