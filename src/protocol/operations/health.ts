import * as z from "zod";
import { TEXT } from "../media.ts";
import { operation } from "./operation.ts";

export const health = operation({
  method: "GET",
  path: "/healthz",
  summary: "The sign of life: `ok`.",
  access: "read",
  answer: z.string(),
  gives: [TEXT],
});
