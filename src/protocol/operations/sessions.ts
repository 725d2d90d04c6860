import * as z from "zod";
import { limits } from "../api.ts";
import { JSON_TYPE, NDJSON } from "../media.ts";
import { limit, string } from "../schemas/parameters.ts";
import { sessionList } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const sessions = operation({
  method: "GET",
  path: "/v1/sessions",
  summary: "Sessions, newest activity first. As NDJSON one per line, all of them.",
  feature: "sessions",
  access: "read",
  query: z.object({
    workspace: string("Only those of one workspace: its id or an absolute path."),
    shelf: string("`listed` unless it is said; `archived`, `all` (both of them), or `trash`."),
    status: string("Only those with one of these status words, with commas between them."),
    agent: string("Only those of one of these agents, with commas between them."),
    since: string("Only those that were active at this time or later: an ISO time."),
    sort: string("`active` (the newest activity first) unless it is said; `created`, or `name`."),
    limit: limit(limits.pageSessions, 50),
    cursor: string("`next` of the page before."),
  }),
  answer: sessionList,
  gives: [JSON_TYPE, NDJSON],
});
