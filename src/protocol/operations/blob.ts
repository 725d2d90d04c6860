import * as z from "zod";
import { BYTES } from "../media.ts";
import { operation } from "./operation.ts";

export const blob = operation({
  method: "GET",
  path: "/v1/blobs/:hash",
  summary: "The whole of a text of which an event shows the beginning, or of a file that went with a prompt.",
  feature: "blobs",
  access: "read",
  answer: z.instanceof(Uint8Array),
  gives: [BYTES],
});
