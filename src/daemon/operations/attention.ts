// What waits for a person, and where they look.
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

export const attentionHandlers = ({ attention }: DaemonContext): Pick<Handlers, "attention" | "focus"> => ({
  attention: async () => ({ items: await attention.list() }),

  focus({ body: { id: _, notifies = false, ...claim } }) {
    attention.focus.hold({ ...claim, notifies });
    return { state: claim.seconds > 0 ? "held" : "ended" };
  },
});
