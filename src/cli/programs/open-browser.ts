// Opens the page in the desktop's browser. The address holds a secret, and everybody can read the arguments of programs: the browser gets a file that
// leads there, which only its owner can read.
import type { Paths } from "../../home/index.ts";
import { replaceFileSync } from "../../system/index.ts";
import type { Io } from "../io.ts";
import { desktopOpener, showInDesktop } from "./open-directory.ts";

/** Whether a program for it was there and took it. */
export async function openInBrowser(
  url: string,
  { paths, env }: { paths: Pick<Paths, "home" | "openPage">; env: Io["env"] },
): Promise<boolean> {
  const opener = desktopOpener(env, paths.home);
  if (opener === null) return false;
  replaceFileSync(paths.openPage, leadingTo(url), { isDurable: false });
  return showInDesktop(opener, paths.openPage, env);
}

const leadingTo = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Skein</title><meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">Open Skein</a>\n`;
