import * as z from "zod";
import { NDJSON } from "../media.ts";
import { cursor, flag, string } from "../schemas/parameters.ts";
import { importAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const importSession = operation({
  method: "POST",
  path: "/v1/import",
  summary: "Imports a session from an exported file (NDJSON): all of it, or nothing.",
  about: "session",
  feature: "import",
  access: "admin",
  peopleOnly: "import a session",
  repeat: "once",
  isLong: true,
  takes: NDJSON,
  query: z.object({
    as: string(
      "`new` = under a new id; `more` = what an imported session got since in the program that recorded it, if nobody continued it here; else under the id in the file, which must be free.",
    ),
    session: string("With `more`: which session."),
    after: cursor("With `more`: its last event here."),
    dry: flag("1 = only check whether it can be imported."),
  }),
  answer: importAnswer,
  status: [200, 201],
});
