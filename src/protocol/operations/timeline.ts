import * as z from "zod";
import { limits } from "../api.ts";
import { flag, limit } from "../schemas/parameters.ts";
import { timelineAnswer } from "../schemas/timeline.ts";
import { operation } from "./operation.ts";

export const timeline = operation({
  method: "GET",
  path: "/v1/sessions/:session/timeline",
  summary:
    "What a scrubber needs: the times of some events, at once however long the session is; and on request where prompts, questions, errors and tool calls are.",
  about: "log",
  feature: "timeline",
  access: "read",
  repeat: "harmless",
  isLong: true,
  query: z.object({
    marks: flag("1 = with the marks. For the first time they are read from the whole log."),
    limit: limit(limits.timelinePoints, 60),
  }),
  answer: timelineAnswer,
});
