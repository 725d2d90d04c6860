// Edits a text in the person's editor. The file is kept until it is discarded, so that no text is lost.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { safePath } from "../../system/index.ts";
import type { Context } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";

export interface Edited {
  readonly text: string;
  readonly file: string;
  discard(): Promise<void>;
}

/** The person's choice; the default needs a terminal. */
export function editorFor({ io: { env }, isInteractive }: Pick<Context, "io" | "isInteractive">): string {
  const chosen = env.VISUAL || env.EDITOR;
  if (chosen) return chosen;
  if (isInteractive) return "vi";
  throw usageFailure("an editor needs a terminal", "run it in a terminal, or set $EDITOR to a program that needs none");
}

export async function openEditor(
  text: string,
  context: Pick<Context, "io" | "isInteractive">,
  { fileName = "prompt.md" } = {},
): Promise<Edited> {
  const editor = editorFor(context);
  const file = join(await mkdtemp(join(tmpdir(), "skein-")), fileName);
  await writeFile(file, text, { mode: 0o600 });
  const discard = (): Promise<void> => rm(dirname(file), { recursive: true, force: true });
  const code = await runEditor(editor, file, context.io);
  if (code !== 0) {
    await discard();
    throw new Failure("nothing was changed", {
      exit: "failed",
      code: "editor_failed",
      why: `the editor "${editor}" ended with ${code === null ? "a signal" : `code ${code}`}`,
      fix: "choose another one with $EDITOR, or give the text on the command line",
    });
  }
  const written = await readFile(file, "utf8");
  // Editors add a line feed at the end.
  const isEnded = text.endsWith("\n") || !written.endsWith("\n");
  return { text: isEnded ? written : written.slice(0, -1), file, discard };
}

/** As git does: the variable may include arguments. Resolves to its exit code, or null after a signal. */
export function runEditor(editor: string, path: string, { env, cwd }: Pick<Io, "env" | "cwd">): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", `${editor} "$@"`, editor, path], {
      cwd,
      env: { ...env, PATH: safePath(env, cwd) },
      stdio: "inherit",
    });
    child.once("error", reject);
    child.once("close", resolve);
  });
}
