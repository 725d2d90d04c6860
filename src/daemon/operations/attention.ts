// What waits for a person, and where they look.
import { isPerson, senderOf } from "../../core/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

export const attentionHandlers = ({ attention }: DaemonContext): Pick<Handlers, "attention" | "focus"> => ({
  attention: async () => ({ items: await attention.list() }),

  async focus({ body: { id: _, notifies = false, ...claim }, by, caller }) {
    const isEnd = claim.seconds === 0;
    // An agent that says where its person looks would keep them from being called. Who ends a claim is on their way out, and may be gone before anybody looks.
    if (isEnd || isPerson(senderOf(await caller.find(), by))) attention.focus.hold({ ...claim, notifies });
    return { state: isEnd ? "ended" : "held" };
  },
});
