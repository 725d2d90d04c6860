// Which files an agent takes with a prompt.
export { ANY_FILE } from "../../core/index.ts";

/** What vendors' models take as an image; others, such as drawings in XML, are files like any other. */
const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const isImage = (mediaType: string): boolean => images.includes(mediaType);

/** What can be put between words. */
export const isText = (mediaType: string): boolean =>
  mediaType.startsWith("text/") ||
  /^application\/(json|xml|yaml|toml|x-sh|javascript|typescript)$|\+(json|xml)$/.test(mediaType);
