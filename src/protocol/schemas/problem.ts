// A refusal as it is sent: RFC 9457.
import * as z from "zod";
import { type ProblemCode, problems } from "../problem.ts";

export const problemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    code: z.enum(Object.keys(problems) as ProblemCode[]).meta({ id: "ProblemCode" }),
    detail: z.string(),
    retryable: z.boolean(),
  })
  .meta({ id: "Problem" });
