// Who calls, and a confirmation code on the user's terminal if the system can't tell.
import { describeCaller } from "../../core/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";

export const callerHandlers = ({ confirmations }: DaemonContext): Pick<Handlers, "caller" | "confirmOnTerminal"> => ({
  async caller({ caller }) {
    const found = await caller.find();
    return {
      kind: found.kind,
      text: describeCaller(found),
      needsCode: found.kind === "unknown" && !found.isAlone,
      ...(found.kind === "unknown" ? { why: found.why, ...(found.cause ? { cause: found.cause } : {}) } : {}),
      ...(found.kind === "agent" && found.session !== undefined ? { session: found.session } : {}),
    };
  },

  async confirmOnTerminal({ caller, body: { terminal, for: requests } }) {
    // No code is written to a terminal if the caller has no use for it.
    if ((await caller.find()).kind !== "unknown")
      throw new Refusal("confirmation_not_needed", "This system reports who calls, so no code is needed or accepted.");
    return confirmations.show(terminal, requests ?? null);
  },
});
