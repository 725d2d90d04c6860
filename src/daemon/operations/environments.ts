// The environment of a session's agent: compared by names, and renewed by people. A process that lives keeps what it has.
import { refuseChanged } from "../../core/index.ts";
import { refuse } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { environmentAnswer, hadOwnEnvironment, renewEnvironment } from "../renew-environment.ts";

export const environmentHandlers = (
  context: DaemonContext,
): Pick<Handlers, "compareEnvironment" | "renewEnvironment"> => ({
  async compareEnvironment(call) {
    const session = await call.session();
    const hadOwn = hadOwnEnvironment(session);
    const differs = await context.environments.compare(session.id, call.body.env, { hadOwn });
    return environmentAnswer(context, session.id, differs);
  },

  async renewEnvironment(call) {
    const { id, state } = await call.session();
    const { env, expect } = call.body;
    const refusal = refuseChanged(state, expect);
    if (refusal) throw refuse(refusal.rejection);
    return renewEnvironment(context, id, env);
  },
});
