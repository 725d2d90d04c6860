import * as z from "zod";
import { expect, id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const trash = operation({
  method: "DELETE",
  path: "/v1/sessions/:session",
  summary: "Moves a session to the trash, for seven days.",
  about: "session",
  feature: "trash",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({
    id,
    batch: id.optional().describe("Sessions deleted together share a batch; default: the command's id."),
    force: z.boolean().optional().describe("Also a busy session: its turn is stopped."),
    expect,
  }),
  answer: commandAnswer,
});
