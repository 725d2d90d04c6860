import { BYTES } from "../media.ts";
import { uploadAnswer } from "../schemas/prompt.ts";
import { operation } from "./operation.ts";

export const upload = operation({
  method: "POST",
  path: "/v1/blobs",
  summary: "Puts a file into the log, for a prompt to refer to. What no prompt refers to within an hour may go.",
  feature: "blobs",
  access: "prompt",
  takes: BYTES,
  answer: uploadAnswer,
  status: 201,
});
