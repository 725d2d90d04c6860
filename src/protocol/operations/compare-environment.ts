import * as z from "zod";
import { id, variables } from "../schemas/fields.ts";
import { environmentAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const compareEnvironment = operation({
  method: "POST",
  path: "/v1/sessions/:session/environment/compare",
  summary: "Names of the variables that differ between the session's environment and the one sent.",
  about: "session",
  feature: "environments",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({ id, env: variables }),
  answer: environmentAnswer,
});
