// The queue of prompts in order, and the state of any prompt, however old.
import {
  type Event,
  initialState,
  promptTitle,
  type QueuedPrompt,
  reduce,
  type SessionState,
} from "../../core/index.ts";
import { type Log, walkEvents } from "../../log/index.ts";
import type { PromptAnswer, PromptItem, QueueAnswer } from "../../protocol/index.ts";

/** The queue as a client sees it. `isFollowed`: whether someone follows the session. */
export function queueOf(state: SessionState, { isFollowed }: { isFollowed: boolean }): QueueAnswer {
  const { prompt, lifecycle, head } = state;
  return {
    items: prompt.queue.map((_, index) => queuedItem(state, index)),
    paused: prompt.paused,
    stats: {
      userPending: prompt.queue.length,
      responsePending: Math.max(0, head - lifecycle.acknowledgedSeq),
      clientConnected: isFollowed,
    },
  };
}

function queuedItem({ prompt, turn }: SessionState, index: number): PromptItem {
  const queued = prompt.queue[index] as QueuedPrompt;
  const { promptId, text, blobs, files, command, by, editedSeq: seq = queued.seq } = queued;
  const { queuedAt, notBefore, after, held } = queued;
  const position = index + (turn.open ? 1 : 0);
  return {
    ...{ promptId, state: "queued", title: promptTitle(text), seq, at: queuedAt, position },
    ...{ text, isCut: blobs !== undefined, by, notBefore, after, held },
    ...(files ? { files } : {}),
    ...(command ? { command } : {}),
  };
}

/** A prompt's current state; null if this session never had it. */
export async function promptOf(
  { log, session }: { log: Log; session: string },
  state: SessionState,
  promptId: string,
): Promise<PromptAnswer | null> {
  const index = state.prompt.queue.findIndex((one) => one.promptId === promptId);
  if (index >= 0) return { session, ...queuedItem(state, index) };
  const isRecent = state.prompt.recent.some((one) => one.promptId === promptId);
  const { recent } = isRecent ? state.prompt : (await replay({ log, session }, promptId)).prompt;
  const outcome = recent.find((one) => one.promptId === promptId);
  return outcome ? { session, title: null, position: null, ...outcome } : null;
}

/** Folds the log from the prompt's acceptance until its end is known. The command's receipt gives the position. */
async function replay({ log, session }: { log: Log; session: string }, promptId: string): Promise<SessionState> {
  const receipt = log.receipt(promptId);
  if (receipt?.session !== session) return initialState;
  const { seq } = JSON.parse(receipt.answer) as { seq: number };
  let state = initialState;
  for await (const events of walkEvents(log, { session, after: Math.max(0, seq - 1) })) {
    for (const { line } of events) {
      const event = JSON.parse(line) as Event;
      state = reduce({ ...state, head: event.seq - 1 }, event);
      const found = state.prompt.recent.find((one) => one.promptId === promptId);
      if (found && found.state !== "delivered") return state;
    }
  }
  return state;
}
