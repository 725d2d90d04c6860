// The files of a prompt, for people: their number in a list, and each one in a transcript.
import type { PromptFile } from "../../core/index.ts";
import { byteSize } from "../../core/text/byte-size.ts";
import { safeLine } from "../text/safe-text.ts";

/** "+1 image", "+2 images, 1 file"; empty without any. */
export function fileCount(files: readonly PromptFile[] = []): string {
  const images = files.filter(({ mediaType }) => mediaType.startsWith("image/")).length;
  const counts = [pluralize(images, "image"), pluralize(files.length - images, "file")].filter((one) => one !== "");
  return counts.length > 0 ? `+${counts.join(", ")}` : "";
}

const pluralize = (count: number, what: string): string =>
  count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;

export const fileLine = ({ name, mediaType, bytes }: PromptFile): string =>
  `+ ${safeLine(name)} (${safeLine(mediaType)}, ${byteSize(bytes)})`;
