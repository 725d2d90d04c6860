import { BYTES } from "../media.ts";
import { uploadAnswer } from "../schemas/prompt.ts";
import { operation } from "./operation.ts";

export const upload = operation({
  method: "POST",
  path: "/v1/blobs",
  summary: "Stores a file, for a prompt to refer to. A file without a prompt may be removed after an hour.",
  about: "prompt",
  feature: "blobs",
  access: "prompt",
  repeat: "harmless",
  takes: BYTES,
  isLong: true,
  answer: uploadAnswer,
  status: 201,
});
