import * as z from "zod";
import { limits } from "../api.ts";
import { JSON_TYPE, NDJSON, SSE } from "../media.ts";
import { eventPageAnswer } from "../schemas/event.ts";
import { cursor, following, limit } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const events = operation({
  method: "GET",
  path: "/v1/sessions/:session/events",
  summary: "A page of a log; as a stream, everything after the cursor, then live events.",
  about: "log",
  feature: "events",
  access: "read",
  repeat: "harmless",
  query: z.object({
    after: cursor("What follows this seq. `Last-Event-ID` wins over it."),
    before: cursor("The newest before this seq, in order."),
    limit: limit(limits.pageEvents, 200),
    ...following,
  }),
  answer: eventPageAnswer,
  gives: [JSON_TYPE, NDJSON, SSE],
});
