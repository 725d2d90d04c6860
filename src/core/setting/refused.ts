// A wish that the agent has refused, or never answered: nothing runs in another mode, or with another model, than people have set.

/** Errors after which an agent's process goes and the queue is held: the next process is started as people wish, or can't be. */
export const isRefusedSetting = (code: string): boolean =>
  code === "mode_refused" || code === "model_refused" || code === "wish_unanswered";

/** What people can do then. */
export const AFTER_REFUSAL =
  "what waits is held: set something else, or let it go (skein queue <session> release) to try in a new process";
