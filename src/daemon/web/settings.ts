// What is kept of the server for browsers from one daemon to the next: its port, whether it is open, and for whom.
import * as z from "zod";
import { readTextOrNull } from "../../home/index.ts";
import { replaceFileSync } from "../../system/index.ts";

const networkSchema = z.object({
  /** An address of this machine, or a name that leads to one. */
  host: z.string(),
  /** Paths. Without them the declared proxy is the only one that may come. */
  cert: z.string().nullable(),
  key: z.string().nullable(),
});
export type Network = z.infer<typeof networkSchema>;

/** What stands in front of the page and speaks HTTPS. */
const proxySchema = z.object({ origin: z.string(), isTailscale: z.boolean() });
export type WebProxy = z.infer<typeof proxySchema>;

const settingsSchema = z.object({
  /** Chosen once: bookmarks and cookies stay valid. */
  port: z.number().int().min(1).max(65_535).nullable(),
  isOpen: z.boolean(),
  network: networkSchema.nullable().default(null),
  proxy: proxySchema.nullable().default(null),
});
export type WebSettings = z.infer<typeof settingsSchema>;

const NEVER_OPENED: WebSettings = { port: null, isOpen: false, network: null, proxy: null };

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
