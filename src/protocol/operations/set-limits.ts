import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const setLimits = operation({
  method: "PUT",
  path: "/v1/sessions/:session/limits",
  summary: "Sets time, token and cost limits of this session.",
  about: "session",
  feature: "settings",
  access: "write",
  peopleOnly: forPeople.set_limits,
  repeat: "receipt",
  body: z.strictObject({
    id,
    turnMinutes: z.number().positive().nullable().optional().describe("`null` removes it; omitted limits stay."),
    budgetUsd: z.number().nonnegative().nullable().optional().describe("`null` removes it; omitted limits stay."),
    budgetTokens: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .optional()
      .describe("`null` removes it; omitted limits stay."),
  }),
  answer: commandAnswer,
});
