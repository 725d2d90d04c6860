import * as z from "zod";
import { expect, id, variables } from "../schemas/fields.ts";
import { environmentAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const renewEnvironment = operation({
  method: "PUT",
  path: "/v1/sessions/:session/environment",
  summary: "Sets the environment of the session's agent, from its next process on.",
  about: "session",
  feature: "environments",
  access: "write",
  peopleOnly: "change the environment of an agent",
  repeat: "harmless",
  body: z.strictObject({ id, env: variables, expect }),
  answer: environmentAnswer,
});
