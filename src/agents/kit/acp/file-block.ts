// A file in a prompt: embedded if the agent has declared support for it, else a link, which every agent must support.
import { pathToFileURL } from "node:url";
import type { DeliveredFile } from "../../driver.ts";
import { isImage, isText } from "../file-kinds.ts";
import type { AcpState } from "./state.ts";

/** The agent reads a longer text better itself, piece by piece. */
const MAX_TEXT_BYTES = 256 * 1024;

export function fileBlock({ takes }: AcpState, { name, mediaType, bytes, path, base64 }: DeliveredFile): object {
  const uri = pathToFileURL(path).href;
  if (takes.images && isImage(mediaType)) return { type: "image", mimeType: mediaType, data: base64(), uri };
  if (takes.texts && isText(mediaType) && bytes <= MAX_TEXT_BYTES) {
    const text = Buffer.from(base64(), "base64").toString("utf8");
    return { type: "resource", resource: { uri, mimeType: mediaType, text } };
  }
  return { type: "resource_link", uri, name, mimeType: mediaType, size: bytes };
}
