import * as z from "zod";
import { BYTES } from "../media.ts";
import { operation } from "./operation.ts";

export const blob = operation({
  method: "GET",
  path: "/v1/blobs/:hash",
  summary: "The whole of a long text, or a file of a prompt, by its hash.",
  about: "log",
  feature: "blobs",
  access: "read",
  repeat: "harmless",
  answer: z.instanceof(Uint8Array),
  gives: [BYTES],
});
