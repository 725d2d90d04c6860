import * as z from "zod";
import { id, modelName } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const setModel = operation({
  method: "PUT",
  path: "/v1/sessions/:session/model",
  summary: "Sets the model from the next turn on.",
  about: "session",
  feature: "settings",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, value: modelName }),
  answer: commandAnswer,
});
