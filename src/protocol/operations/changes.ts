import * as z from "zod";
import { NDJSON, SSE } from "../media.ts";
import { cursor, following, listFilter } from "../schemas/parameters.ts";
import { changeLine } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const changes = operation({
  method: "GET",
  path: "/v1/changes",
  summary:
    "The list as it changes: first all rows, or those that changed after the cursor; then each row that changes.",
  about: "session",
  feature: "changes",
  access: "read",
  repeat: "harmless",
  query: z.object({
    after: cursor("What changed after this commit number. `Last-Event-ID` wins over it. Without either: all rows."),
    wait: following.wait,
    epoch: following.epoch,
    ...listFilter,
  }),
  answer: changeLine,
  gives: [NDJSON, SSE],
});
