// Agents may retry a failing model for ever without a word. A turn in which nothing happens for too long is stopped, and an agent that does not get
// ready is ended, visibly.
import { type EventBody, stopError } from "../core/index.ts";
import { type Attachment, byDaemon, type Desk, postLater } from "./desk.ts";

export function watchSilence(desk: Desk, attachment: Attachment): void {
  const { clock, silenceLimitMs } = desk.around;
  const waitMs = attachment.lastHeardMs + silenceLimitMs - clock.monotonicMs();
  postLater(desk, attachment, Math.max(waitMs, 1), async (later) => {
    const silentMs = clock.monotonicMs() - attachment.lastHeardMs;
    if (silentMs >= silenceLimitMs) await breakSilence(later, attachment);
    watchSilence(later, attachment);
  });
}

/** A tool may work quietly, and a question waits for a person: that is no silence. What a background task does is not the turn's. */
async function breakSilence(desk: Desk, attachment: Attachment): Promise<void> {
  attachment.lastHeardMs = desk.around.clock.monotonicMs();
  const { toolCall, permission, binding } = desk.state;
  if (binding.run?.phase === "starting") return giveUpStart(desk);
  const turn = desk.state.turn.open;
  const isWaiting = [...toolCall.open, ...permission.open].some(({ taskId }) => taskId === undefined);
  if (turn?.interrupt !== "none" || isWaiting) return;
  await desk.commit([
    turn.promptId === null ? silentOwnTurn(desk) : silentTurn(desk),
    { type: "interrupt", by: byDaemon, data: { turn: turn.turn, state: "requested" } },
  ]);
}

function silentTurn({ around }: Desk): EventBody {
  const message = `The agent has said nothing for ${inWords(around.silenceLimitMs)}; its turn is stopped.`;
  const hint = "its model may be out of reach; send the prompt again to retry";
  return { type: "error", by: byDaemon, data: stopError("silent", message, hint) };
}

/** Nobody asked for anything there, so nothing has failed. */
function silentOwnTurn({ around }: Desk): EventBody {
  const text = `the agent has said nothing for ${inWords(around.silenceLimitMs)} in a turn that it began by itself; that turn is stopped`;
  return { type: "notice", by: byDaemon, data: { kind: "silent", text } };
}

async function giveUpStart(desk: Desk): Promise<void> {
  const message = `The agent has said nothing for ${inWords(desk.around.silenceLimitMs)} since it was started; its process is ended.`;
  const hint = "it may wait for a login or the network: run it by itself, then send something to try again";
  await desk.commit([{ type: "error", by: byDaemon, data: { code: "start_failed", message, hint } }]);
}

const inWords = (ms: number): string =>
  ms < 60_000 ? `${Math.round(ms / 1000)} seconds` : `${Number((ms / 60_000).toFixed(1))} minutes`;
