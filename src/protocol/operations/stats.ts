import * as z from "zod";
import { statsAnswer } from "../schemas/daemon.ts";
import { string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const stats = operation({
  method: "GET",
  path: "/v1/stats",
  summary: "How much was done, and what it cost, since each of some moments.",
  feature: "stats",
  access: "read",
  isLong: true,
  query: z.object({ since: string("Beginnings of periods: ISO times with commas between them.") }),
  answer: statsAnswer,
});
