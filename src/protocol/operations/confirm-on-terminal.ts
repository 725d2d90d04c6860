import * as z from "zod";
import { pathInOwnSpelling } from "../../core/index.ts";
import { confirmationAnswer } from "../schemas/daemon.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const confirmOnTerminal = operation({
  method: "POST",
  path: "/v1/confirmations",
  summary:
    "Shows a code on the user's terminal. Operations for people require it where the system does not tell who calls.",
  about: "person",
  feature: "callers",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({
    id,
    terminal: z.string().max(120).describe("The path of the user's terminal."),
    for: z
      .array(z.string().max(500).overwrite(pathInOwnSpelling))
      .min(1)
      .max(1000)
      .optional()
      .describe(
        "What the code is for: requests as `PUT /v1/sessions/…/mode`, each once. Without it: one request, whichever comes first.",
      ),
  }),
  answer: confirmationAnswer,
  status: 201,
});
