// What waits for a person, and which session each client shows.
import { isPerson, senderOf } from "../../core/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

export const attentionHandlers = ({ attention }: DaemonContext): Pick<Handlers, "attention" | "focus"> => ({
  attention: async () => ({ items: await attention.list() }),

  async focus({ body, by, caller }) {
    const { client, session, seconds, list: seesList = false, idleSeconds = null, notifies = false } = body;
    const claim = { client, session, seconds, seesList, idleSeconds, notifies };
    const isEnd = claim.seconds === 0;
    // An agent that claimed to show a session would suppress notifications, so only people may. Ending a claim is not checked: the client may
    // disconnect right after it.
    if (isEnd || isPerson(senderOf(await caller.find(), by))) attention.focus.hold(claim);
    return { state: isEnd ? "ended" : "held" };
  },
});
