import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { signInAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const signIn = operation({
  method: "POST",
  path: "/v1/sign-in",
  summary: "Signs a device in with a code. It is the only operation that a device may use before.",
  about: "person",
  feature: "web",
  access: "read",
  peopleOnly: "sign in to the page",
  repeat: "once",
  body: z.strictObject({
    id,
    code: z.string().min(1).max(200),
    as: z
      .enum(["browser", "program"])
      .optional()
      .describe(
        "A browser (the default) gets a cookie that its scripts can't read, and a key for its page. A program gets a token.",
      ),
  }),
  answer: signInAnswer,
  status: 201,
});
