import * as z from "zod";
import { agent, env, id, place } from "../schemas/fields.ts";
import { sessionAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const attach = operation({
  method: "POST",
  path: "/v1/attach",
  summary: "Opens the workspace's session: the active one, else its latest, else a new one.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({
    id,
    ...place,
    agent,
    env,
    keepsEnvironment: z
      .boolean()
      .optional()
      .describe("An existing session keeps its environment: no person uses this client's terminal."),
  }),
  answer: sessionAnswer,
  status: [200, 201],
});
