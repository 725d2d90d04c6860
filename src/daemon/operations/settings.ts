// A session's mode, model and limits.
import type { Handlers } from "../http/call.ts";

export const settingHandlers: Pick<Handlers, "setMode" | "setModel" | "setLimits"> = {
  setMode: ({ body, submit }) => submit({ type: "set_mode", mode: body.value }),

  setModel: ({ body, submit }) => submit({ type: "set_model", model: body.value }),

  setLimits({ body: { id: _, ...limits }, submit }) {
    return submit({ type: "set_limits", ...limits });
  },
};
