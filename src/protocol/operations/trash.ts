import * as z from "zod";
import { expect, id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const trash = operation({
  method: "DELETE",
  path: "/v1/sessions/:session",
  summary: "Into the trash, for seven days.",
  feature: "trash",
  access: "write",
  body: z.strictObject({
    id,
    batch: id.optional().describe("What goes together has one batch; without it the command's own id is used."),
    force: z.boolean().optional().describe("Also one whose agent works: its turn is stopped."),
    expect,
  }),
  answer: commandAnswer,
});
