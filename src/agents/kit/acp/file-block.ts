// A file in a prompt: as much of it inside as the agent has said that it takes, else a link to it, which every agent must take.
import { pathToFileURL } from "node:url";
import type { DeliveredFile } from "../../driver.ts";
import { isImage, isText } from "../file-kinds.ts";
import type { AcpState } from "./state.ts";

/** A longer text is better read by the agent, piece by piece. */
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
