// What a session's agent may do, with which model, and how much it may use.
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { submitCommand } from "../submit-command.ts";

export const settingHandlers = (context: DaemonContext): Pick<Handlers, "setMode" | "setModel" | "setLimits"> => ({
  setMode: async (call) =>
    submitCommand(context, await call.session(), call, { type: "set_mode", mode: call.body.value }),

  setModel: async (call) =>
    submitCommand(context, await call.session(), call, { type: "set_model", model: call.body.value }),

  async setLimits(call) {
    const { id: _, ...limits } = call.body;
    return submitCommand(context, await call.session(), call, { type: "set_limits", ...limits });
  },
});
