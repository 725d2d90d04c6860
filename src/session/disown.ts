// A session in a copy of a home. Its run is the other home's, where it goes on; so may the queue: what waits here is for a person to let go.
import type { EventBody } from "../core/index.ts";
import { byDaemon, type Desk } from "./desk.ts";
import { endingOf } from "./ending.ts";

/** No process is touched. */
export async function disown(desk: Desk, recorded: string | null): Promise<void> {
  const { state, around } = desk;
  const run = recorded ?? state.binding.run?.run ?? null;
  const holds = state.prompt.queue.length > 0 && !state.prompt.paused;
  if (run === null && !holds) return;
  const events = run === null ? [] : lost(desk, run, around.clock.now());
  if (holds) events.push({ type: "queue_paused", by: byDaemon, data: { paused: true } });
  events.push(copied);
  await desk.commit(events, run === null ? {} : { endedRun: run });
}

function lost({ state }: Desk, run: string, at: string): EventBody[] {
  const exit = { kind: "lost" as const };
  return endingOf(state, { run, exit, isStopping: false, isOneshot: false, stderr: "", left: [] }, at);
}

const copied: EventBody = {
  type: "error",
  by: byDaemon,
  data: {
    code: "home_copied",
    message:
      "This home is a copy of another one, where this session may go on. Its agent was left alone, and what is queued here is held.",
    hint: "to go on here: skein queue release, or send a prompt",
  },
};
