import * as z from "zod";
import { usageAnswer } from "../schemas/daemon.ts";
import { string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const usage = operation({
  method: "GET",
  path: "/v1/usage",
  summary: "What agents have used, by day, agent and directory, and what is left of their quotas.",
  about: "daemon",
  feature: "stats",
  access: "read",
  repeat: "harmless",
  isLong: true,
  query: z.object({
    since: string("The first day, as an ISO time; default: 30 days ago."),
    zone: string("The time zone of the days, such as `Europe/Berlin`; default UTC."),
  }),
  answer: usageAnswer,
});
