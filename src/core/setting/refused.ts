// A setting that the agent has refused, or never confirmed: nothing runs in another mode, or with another model, than people have set.

/** Errors after which the agent's process ends and the queue is held: the next process starts with the settings, or fails. */
export const isRefusedSetting = (code: string): boolean =>
  code === "mode_refused" || code === "model_refused" || code === "wish_unanswered";

/** What people can do then. */
export const AFTER_REFUSAL =
  "what waits is held: set something else, or let it go (skein queue <session> release) to try in a new process";
