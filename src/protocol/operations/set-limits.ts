import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const setLimits = operation({
  method: "PUT",
  path: "/v1/sessions/:session/limits",
  summary: "Limits of time and money for this session.",
  feature: "settings",
  access: "write",
  peopleOnly: "change what an agent may use",
  body: z.strictObject({
    id,
    turnMinutes: z.number().positive().nullable().optional().describe("`null` takes it away; what is not given stays."),
    budgetUsd: z
      .number()
      .nonnegative()
      .nullable()
      .optional()
      .describe("`null` takes it away; what is not given stays."),
    budgetTokens: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .optional()
      .describe("`null` takes it away; what is not given stays."),
  }),
  answer: commandAnswer,
});
