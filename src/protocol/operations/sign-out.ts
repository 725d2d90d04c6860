import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { signOutAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const signOut = operation({
  method: "POST",
  path: "/v1/sign-out",
  summary: "Signs the device out that asks for it.",
  about: "person",
  feature: "web",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({ id }),
  answer: signOutAnswer,
});
