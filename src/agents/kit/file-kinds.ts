// The kinds of files that an agent accepts with a prompt.
export { ANY_FILE } from "../../core/index.ts";

/** The image types that vendors' models accept; others, such as SVG, are treated like any other file. */
const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const isImage = (mediaType: string): boolean => images.includes(mediaType);

/** Text that can be embedded in a prompt. */
export const isText = (mediaType: string): boolean =>
  mediaType.startsWith("text/") ||
  /^application\/(json|xml|yaml|toml|x-sh|javascript|typescript)$|\+(json|xml)$/.test(mediaType);
