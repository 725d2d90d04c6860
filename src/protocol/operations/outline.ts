import * as z from "zod";
import { limits } from "../api.ts";
import { outlineAnswer } from "../schemas/outline.ts";
import { cursor, limit } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const outline = operation({
  method: "GET",
  path: "/v1/sessions/:session/outline",
  summary:
    "A session at a glance, however long it is: its turns in order, each with its position, its first words, and its numbers of prompts, tool calls, questions and errors.",
  about: "log",
  feature: "outline",
  access: "read",
  repeat: "harmless",
  isLong: true,
  query: z.object({
    from: cursor("Only what happened from this seq on: with `to`, the turns of an entry that joins several."),
    to: cursor("Only up to this seq."),
    limit: limit(limits.outlineEntries, limits.outlineEntries),
  }),
  answer: outlineAnswer,
});
