// Agents may retry a failing model silently forever. A turn without output for too long is stopped, and an agent that does not get
// ready is ended, visibly.
import { type EventBody, stopError } from "../../core/index.ts";
import { type AttachedRun, byDaemon, postLater, type SessionContext } from "../session-context.ts";

export function watchSilence(context: SessionContext, attachedRun: AttachedRun): void {
  const { clock, silenceLimitMs } = context.deps;
  const waitMs = attachedRun.lastHeardMs + silenceLimitMs - clock.monotonicMs();
  postLater(context, attachedRun, Math.max(waitMs, 1), async (later) => {
    const silentMs = clock.monotonicMs() - attachedRun.lastHeardMs;
    if (silentMs >= silenceLimitMs) await breakSilence(later, attachedRun);
    watchSilence(later, attachedRun);
  });
}

/** A running tool and an open question are not silence. Background work is not part of the turn. */
async function breakSilence(context: SessionContext, attachedRun: AttachedRun): Promise<void> {
  attachedRun.lastHeardMs = context.deps.clock.monotonicMs();
  const { toolCall, permission, binding } = context.state;
  if (binding.run?.phase === "starting") return giveUpStart(context);
  const turn = context.state.turn.open;
  const isWaiting = [...toolCall.open, ...permission.open].some(({ taskId }) => taskId === undefined);
  if (turn?.interrupt !== "none" || isWaiting) return;
  await context.commit([
    turn.promptId === null ? silentOwnTurn(context) : silentTurn(context),
    { type: "interrupt", by: byDaemon, data: { turn: turn.turn, state: "requested" } },
  ]);
}

function silentTurn({ deps }: SessionContext): EventBody {
  const message = `The agent has printed nothing for ${inWords(deps.silenceLimitMs)}, so its turn is stopped.`;
  const hint = "its model may be unreachable; send the prompt again to retry";
  return { type: "error", by: byDaemon, data: stopError("silent", message, hint) };
}

/** A turn without a prompt: nothing that was asked for has failed. */
function silentOwnTurn({ deps }: SessionContext): EventBody {
  const text = `the agent has printed nothing for ${inWords(deps.silenceLimitMs)} in a turn that it began itself, so that turn is stopped`;
  return { type: "notice", by: byDaemon, data: { kind: "silent", text } };
}

async function giveUpStart(context: SessionContext): Promise<void> {
  const message = `The agent has printed nothing for ${inWords(context.deps.silenceLimitMs)} since it was started, so its process is ended.`;
  const hint = "it may be waiting for a login or the network: run it on its own, then send a prompt to retry";
  await context.commit([{ type: "error", by: byDaemon, data: { code: "start_failed", message, hint } }]);
}

const inWords = (ms: number): string =>
  ms < 60_000 ? `${Math.round(ms / 1000)} seconds` : `${Number((ms / 60_000).toFixed(1))} minutes`;
