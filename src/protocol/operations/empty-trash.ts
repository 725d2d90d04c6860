import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { emptyTrashAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const emptyTrash = operation({
  method: "POST",
  path: "/v1/trash/empty",
  summary: "Removes everything in the trash for good.",
  about: "session",
  feature: "trash",
  access: "admin",
  peopleOnly: "delete sessions for good",
  repeat: "harmless",
  isLong: true,
  body: z.strictObject({
    id,
    sessions: z.array(id).max(100_000).optional().describe("Only these, so that newer ones are kept."),
  }),
  answer: emptyTrashAnswer,
});
