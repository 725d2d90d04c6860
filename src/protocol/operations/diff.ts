import * as z from "zod";
import { diffAnswer } from "../schemas/diff.ts";
import { flag, string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const diff = operation({
  method: "GET",
  path: "/v1/sessions/:session/diff",
  summary:
    "What the session changed: files with their lines, at most 5,000 lines and 2 MB. What changed between its turns is not among it.",
  about: "session",
  feature: "diff",
  access: "read",
  repeat: "harmless",
  isLong: true,
  query: z.object({
    turn: string("Only this turn: its id (`t3`), its number, or `last`."),
    path: string("Only this file, with at most 50,000 lines and 8 MB."),
    stat: flag("1 = without lines."),
  }),
  answer: diffAnswer,
});
