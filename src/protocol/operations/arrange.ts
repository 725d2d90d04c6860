import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

/** Of letters and digits, so that it is compared as text; a last 0 would leave no room before it. */
const position = z
  .string()
  .regex(/^[0-9a-z]{0,499}[1-9a-z]$/, "must be letters a-z and digits, at most 500, and not end with 0");

export const arrange = operation({
  method: "PATCH",
  path: "/v1/sessions/:session/arrangement",
  summary: "Pins a session, snoozes it, marks it as unread, or moves it in the person's own order.",
  about: "session",
  feature: "arrangement",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({
    id,
    pinned: z.boolean().optional(),
    snooze: z
      .strictObject({ until: z.iso.datetime({ offset: true }).nullable() })
      .nullable()
      .optional()
      .describe(
        "Until that time, or (`until` null) until it needs somebody or has a result. A question, a failure and a used-up quota end it sooner. `null` ends it now.",
      ),
    unread: z.boolean().optional().describe("`true` marks it as unread, `false` removes the mark; `ack` reads it."),
    position: position.nullable().optional().describe("Compared as text. `null`: by its age, the newest first."),
  }),
  answer: commandAnswer,
});
