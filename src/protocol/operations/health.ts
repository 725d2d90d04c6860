import * as z from "zod";
import { TEXT } from "../media.ts";
import { operation } from "./operation.ts";

export const health = operation({
  method: "GET",
  path: "/healthz",
  summary: "Health check: `ok`.",
  about: "daemon",
  access: "read",
  repeat: "harmless",
  answer: z.string(),
  gives: [TEXT],
});
