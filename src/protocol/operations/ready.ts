import * as z from "zod";
import { TEXT } from "../media.ts";
import { operation } from "./operation.ts";

export const ready = operation({
  method: "GET",
  path: "/readyz",
  summary: "`ok` as long as the log can be written.",
  about: "daemon",
  access: "read",
  repeat: "harmless",
  answer: z.string(),
  gives: [TEXT],
});
