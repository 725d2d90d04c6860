import * as z from "zod";
import { limits } from "../api.ts";
import { JSON_TYPE, NDJSON } from "../media.ts";
import { limit, listFilter, string } from "../schemas/parameters.ts";
import { sessionList } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const sessions = operation({
  method: "GET",
  path: "/v1/sessions",
  summary: "Sessions, newest activity first. As NDJSON one per line, all of them.",
  about: "session",
  feature: "sessions",
  access: "read",
  repeat: "harmless",
  query: z.object({
    ...listFilter,
    sort: string("`active` (newest activity first; the default), `created`, or `name`."),
    limit: limit(limits.pageSessions, 50),
    cursor: string("`next` of the page before."),
  }),
  answer: sessionList,
  gives: [JSON_TYPE, NDJSON],
});
