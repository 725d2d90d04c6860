// Query parameters. `meta` describes their type in the documents: in a URL everything is text.
import * as z from "zod";

export const string = (description: string) => z.string().optional().meta({ description, type: "string" });

/** A position in a log: a whole number from 0. */
export const cursor = (description: string) =>
  digits(0, { message: "must be a whole number", code: "invalid_cursor" }).meta({
    description,
    type: "integer",
    minimum: 0,
  });

const count = (description: string) =>
  digits(1, { message: "must be a whole number from 1 on", code: "invalid_body" }).meta({
    description,
    type: "integer",
    minimum: 1,
  });

export const flag = (description: string) =>
  z
    .enum(["0", "1"], "must be 1 or 0")
    .transform((value) => value === "1")
    .optional()
    .meta({ description, type: "integer", enum: [0, 1] });

/** The maximum of items in an answer. */
export const limit = (most: number, usual: number) => count(`At most this many; default ${usual}, maximum ${most}.`);

/** So few digits that no number is rounded; each number has one spelling. */
const DIGITS = /^(?:0|[1-9][0-9]{0,14})$/;

const digits = (least: number, { message, code }: { message: string; code: string }) =>
  z
    .string()
    .refine((text) => DIGITS.test(text) && Number(text) >= least, { error: message, params: { code } })
    .transform(Number)
    .optional();

/** For streams of events. */
export const following = {
  follow: flag("As NDJSON: 1 = stay, and send what happens from then on. As server-sent events it is always so."),
  wait: count(
    "Of a stream that goes on: it ends with the next news, or after so many seconds. For whoever gets an answer only once it has ended.",
  ),
  epoch: string("The epoch that `after` belongs to. If the log has another one now, the stream begins with `reset`."),
};

/** The filter of a list. */
export const listFilter = {
  workspace: string("Only sessions of this workspace: its id or an absolute path."),
  shelf: string("`listed` (default), `archived`, `all` (both), or `trash`."),
  status: string("Only sessions with one of these statuses, separated by commas."),
  agent: string("Only sessions of one of these agents, separated by commas."),
  since: string("Only sessions active at this time or later: an ISO time."),
};

export const quick = flag("1 = without what only a program itself can tell: none is run.");
