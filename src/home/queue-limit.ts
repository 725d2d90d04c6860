// `queued_prompts` in config.toml: how many prompts may wait in a session. It can be said for all, and for one agent before that.
import { QUEUE_LIMIT } from "../core/index.ts";

export const isQueueLimit = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= QUEUE_LIMIT;

export const QUEUE_LIMIT_WANTED = `a whole number up to ${QUEUE_LIMIT}; 0 = no queue`;
