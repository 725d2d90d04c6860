import * as z from "zod";
import { limits } from "../api.ts";
import { limit, string } from "../schemas/parameters.ts";
import { fileList } from "../schemas/places.ts";
import { operation } from "./operation.ts";

export const files = operation({
  method: "GET",
  path: "/v1/sessions/:session/files",
  summary: "Files and directories of the session's workspace by a few letters, best first; ignored files are left out.",
  about: "session",
  feature: "places",
  access: "read",
  peopleOnly: "look for files",
  repeat: "harmless",
  query: z.object({
    query: string("Letters of the path, in order; words in any order. Without it: what is near the top."),
    limit: limit(limits.pageSessions, 50),
  }),
  answer: fileList,
});
