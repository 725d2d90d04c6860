import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { pairAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const pair = operation({
  method: "POST",
  path: "/v1/web/pair",
  summary: "Makes a code for a device that is not this machine, such as a phone.",
  about: "person",
  feature: "web",
  access: "admin",
  peopleOnly: "let devices in",
  repeat: "harmless",
  body: z.strictObject({ id }),
  answer: pairAnswer,
});
