import * as z from "zod";
import { limits } from "../api.ts";
import { limit, string } from "../schemas/parameters.ts";
import { directoryList } from "../schemas/places.ts";
import { operation } from "./operation.ts";

export const directories = operation({
  method: "GET",
  path: "/v1/directories",
  summary: "Directories that a typed path may become, for choosing where a session works.",
  about: "daemon",
  feature: "places",
  access: "read",
  peopleOnly: "look into directories",
  repeat: "harmless",
  query: z.object({
    path: string(
      "With a slash at its end: what is in it; else what begins so. `~` and an empty path are the user's home. Hidden ones only after a dot.",
    ),
    limit: limit(limits.pageSessions, 50),
  }),
  answer: directoryList,
});
