// A setting that the agent has refused, or never confirmed: nothing runs in another mode, or with another model, than people have set.

/** Errors after which the agent's process ends and the queue is held: the next process starts with the settings, or fails. */
export const isRefusedSetting = (code: string): boolean =>
  code === "mode_refused" || code === "model_refused" || code === "wish_unanswered";

/** What people can do then. */
export const AFTER_REFUSAL =
  "the queue is held: set something else, or release it to try in a new process (skein queue <session> release)";
