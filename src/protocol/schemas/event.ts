// Events, and pages of logs.
import * as z from "zod";
import type { Event } from "../../core/index.ts";
import { by } from "./references.ts";

export const event: z.ZodType<Event> = z
  .object({
    type: z.string(),
    by: by,
    data: z.unknown(),
    session: z.string(),
    seq: z.number(),
    at: z.string().describe("ISO 8601 UTC, for display only: order is by seq."),
  })
  .meta({ id: "Event" });

export const eventPageAnswer = z
  .object({
    events: z.array(event),
    firstSeq: z.number(),
    head: z.number(),
    epoch: z.string(),
    more: z.boolean(),
  })
  .meta({ id: "EventPageAnswer" });
export type EventPageAnswer = z.output<typeof eventPageAnswer>;

export const commitPageAnswer = z
  .object({
    events: z.array(
      z.object({
        commit: z.number(),
        event: event,
      }),
    ),
    lastCommit: z.number(),
    epoch: z.string(),
    more: z.boolean(),
  })
  .meta({ id: "CommitPageAnswer" });
export type CommitPageAnswer = z.output<typeof commitPageAnswer>;
