// The flags of `send` that attach files.
import type { FlagValues } from "../flags.ts";

export const fileFlags = {
  image: { type: "strings", value: "file", summary: "Attach an image (png, jpeg, gif, webp); - is stdin" },
  file: { type: "strings", value: "file", summary: "Attach any other file or a pipe; - is stdin" },
} as const;

export type FileValues = FlagValues<typeof fileFlags>;

export const hasFiles = ({ image, file }: FileValues): boolean => image.length + file.length > 0;

/** If one of them is stdin, the text can't be. */
export const takesStdin = ({ image, file }: FileValues): boolean => [...image, ...file].includes("-");
