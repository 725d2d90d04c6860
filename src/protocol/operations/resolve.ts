import * as z from "zod";
import { string } from "../schemas/parameters.ts";
import { resolveAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const resolve = operation({
  method: "GET",
  path: "/v1/resolve",
  summary: "Resolves a name, an id prefix or a shortcut to a session.",
  about: "session",
  feature: "sessions",
  access: "read",
  repeat: "harmless",
  query: z.object({
    ref: string(
      "A name, an id or an id prefix; `-` for the session selected before the current one, `@last` for the newest activity, `@` for the directory's active session and no other. If omitted: the directory's active session, else the one selected last anywhere.",
    ),
    cwd: string("The directory, absolute."),
  }),
  answer: resolveAnswer,
});
