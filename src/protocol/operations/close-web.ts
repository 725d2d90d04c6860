import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { closedWebAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const closeWeb = operation({
  method: "DELETE",
  path: "/v1/web",
  summary: "Closes the page for all browsers. Devices stay signed in for the next time.",
  about: "person",
  feature: "web",
  access: "admin",
  peopleOnly: "close the page",
  repeat: "harmless",
  body: z.strictObject({ id }),
  answer: closedWebAnswer,
});
