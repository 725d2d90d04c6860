// The body of each command, as the server checks it. Unknown fields are refused: a typo must not silently do less.
import * as z from "zod";
import type { RouteName } from "./routes.ts";

const id = z.uuid();
/** The creating client's environment; the agent gets it, cleaned. Never stored in the log, never sent back. */
const env = z.record(z.string(), z.string()).optional();
const place = {
  /** As the person typed it; resolved against `cwd`. */
  path: z.string().optional(),
  /** The client's, so absolute: the daemon's own is no place that anybody means. */
  cwd: z.string().startsWith("/"),
};
const agent = z.string().optional();
const textPart = z.strictObject({ type: z.literal("text"), text: z.string().min(1) });
/** What people type to mean a session: one line, and nothing that could be taken for a flag or a default. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{C}@-][^\p{C}]*$/u, "must be one line that does not begin with - or @");

export const bodies = {
  drain: z.strictObject({ id, agents: z.enum(["keep", "stop"]).optional() }),
  /** Makes a backup now. */
  backup: z.strictObject({ id }),
  create: z.strictObject({ id, ...place, agent, name: name.optional(), env }),
  /** Opens the workspace's session: the active one, else its latest, else a new one. */
  attach: z.strictObject({ id, ...place, agent, env }),
  /** `id` is the prompt's id too: sending it again is harmless and tells what came of it. */
  prompt: z.strictObject({ id, content: z.array(textPart).min(1) }),
  interrupt: z.strictObject({ id, turn: z.string().optional() }),
  answer: z.strictObject({ id, option: z.string(), message: z.string().optional() }),
  stop: z.strictObject({ id }),
  select: z.strictObject({ id }),
  setMode: z.strictObject({ id, value: z.string().min(1) }),
  setModel: z.strictObject({ id, value: z.string().min(1) }),
  acknowledge: z.strictObject({ id, seq: z.number().int().nonnegative() }),
} satisfies Partial<Record<RouteName, z.ZodType>>;

export type CommandRoute = keyof typeof bodies;
export type BodyOf<R extends CommandRoute> = z.output<(typeof bodies)[R]>;
