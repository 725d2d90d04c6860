import * as z from "zod";
import { statsAnswer } from "../schemas/daemon.ts";
import { string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const stats = operation({
  method: "GET",
  path: "/v1/stats",
  summary: "Activity and cost since each of the given times.",
  about: "daemon",
  feature: "stats",
  access: "read",
  repeat: "harmless",
  isLong: true,
  query: z.object({ since: string("Starts of periods: ISO times separated by commas.") }),
  answer: statsAnswer,
});
