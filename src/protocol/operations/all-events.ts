import * as z from "zod";
import { limits } from "../api.ts";
import { JSON_TYPE, NDJSON, SSE } from "../media.ts";
import { commitPageAnswer } from "../schemas/event.ts";
import { cursor, following, limit, string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const allEvents = operation({
  method: "GET",
  path: "/v1/events",
  summary: "The logs of all sessions, or of some, in the order of their commits.",
  about: "log",
  feature: "events",
  access: "read",
  repeat: "harmless",
  query: z.object({
    after: cursor("What follows this commit number. `Last-Event-ID` wins over it."),
    sessions: string("Only of these sessions: ids separated by commas."),
    limit: limit(limits.pageEvents, 200),
    ...following,
  }),
  answer: commitPageAnswer,
  gives: [JSON_TYPE, NDJSON, SSE],
});
