// What is kept of the page's door from one daemon to the next: its port, and whether it is open.
import * as z from "zod";
import { readTextOrNull } from "../../home/index.ts";
import { replaceFileSync } from "../../system/index.ts";

const settingsSchema = z.object({
  /** Chosen once: bookmarks and cookies stay valid. */
  port: z.number().int().min(1).max(65_535).nullable(),
  isOpen: z.boolean(),
});
export type WebSettings = z.infer<typeof settingsSchema>;

const NEVER_OPENED: WebSettings = { port: null, isOpen: false };

/** A file that can't be used is as none: the page is closed then. */
export function readSettings(path: string): WebSettings {
  const text = readTextOrNull(path);
  if (text === null) return NEVER_OPENED;
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch {
    return NEVER_OPENED;
  }
}

export const writeSettings = (path: string, settings: WebSettings): void =>
  replaceFileSync(path, JSON.stringify(settings));
