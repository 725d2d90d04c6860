// What may go with a prompt, as flags of `send`.
import type { FlagValues } from "../flags.ts";

export const fileFlags = {
  image: { type: "strings", value: "file", summary: "An image to go with it (png, jpeg, gif, webp); - is stdin" },
  file: { type: "strings", value: "file", summary: "Any other file to go with it, or a pipe; - is stdin" },
} as const;

export type FileValues = FlagValues<typeof fileFlags>;

export const hasFiles = ({ image, file }: FileValues): boolean => image.length + file.length > 0;

/** One of them is stdin: then the text can't be. */
export const takesStdin = ({ image, file }: FileValues): boolean => [...image, ...file].includes("-");
