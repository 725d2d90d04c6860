// Opens a directory in the desktop's file manager, or in the person's editor. Nothing in the directory is run.
import { spawn } from "node:child_process";
import { programsOn, safePath } from "../../system/index.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { runEditor } from "./open-editor.ts";

type Env = Io["env"];

/** The program that opens a directory; null if there is no desktop, or no such program. */
export function desktopOpener(
  env: Env,
  directory: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const path = safePath(env, directory);
  if (platform === "darwin") return programsOn("open", path)[0] ?? null;
  return env.DISPLAY || env.WAYLAND_DISPLAY ? (programsOn("xdg-open", path)[0] ?? null) : null;
}

/** Some programs stay as long as what they have opened does. */
const PATIENCE_MS = 3000;

/** Whether it started. It is not supervised afterwards. */
export function showInDesktop(opener: string, directory: string, env: Env): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(opener, [directory], {
      cwd: "/",
      env: { ...env, PATH: safePath(env, directory) },
      stdio: "ignore",
      detached: true,
    });
    const timer = setTimeout(() => resolve(true), PATIENCE_MS);
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
    for (const over of ["error", "close"]) child.once(over, () => clearTimeout(timer));
    child.unref();
  });
}

export async function editDirectory(directory: string, editor: string, env: Env): Promise<string> {
  const code = await runEditor(editor, directory, { env, cwd: directory });
  if (code === 0) return editor;
  throw new Failure("the directory could not be opened", {
    exit: "failed",
    code: "editor_failed",
    why: `the editor "${editor}" ended with ${code === null ? "a signal" : `code ${code}`}`,
    fix: "choose another one with $EDITOR",
  });
}
