// The person's editor, as a shell would start it: from their PATH, but from no place that somebody else may have filled.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processIo } from "../../src/cli/io.ts";
import { openEditor } from "../../src/cli/programs/open-editor.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** A program that writes into the text whose it is. */
function program(directory: string, name: string, says: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `#!/bin/sh\nprintf '${says}' > "$1"\n`, { mode: 0o755 });
}

function repository() {
  const [root, home] = [tempDir(), tempDir()];
  for (const directory of [root, join(root, "bin")])
    for (const name of ["sh", "my-editor"]) program(directory, name, "somebody else's");
  program(join(home, "bin"), "my-editor", "mine");
  /** What the text is after the edit. */
  const edited = async (cwd: string, env: Record<string, string>): Promise<string> => {
    const io = { ...processIo(), cwd, env: { EDITOR: "my-editor", HOME: home, ...env } };
    const { text, discard } = await openEditor("before", { io, isInteractive: true });
    await discard();
    return text;
  };
  return { root, home, edited };
}

test("neither the shell nor the editor comes from the directory, or from a place relative to it", async () => {
  const { root, home, edited } = repository();
  const PATH = [".", "", "bin", root, join(root, "bin"), join(home, "bin")].join(":");
  expect(await edited(root, { PATH })).toBe("mine");
});

test("with nothing left of the PATH, an editor of the directory is not found either", async () => {
  const { root, edited } = repository();
  const failed = 'the editor "my-editor" ended with code 127';
  for (const env of [{ PATH: "." }, { PATH: root }, { PATH: "" }, {}])
    await expect(edited(root, env)).rejects.toMatchObject({ why: failed });
});

test("a person's own editor is found in their home and in /, too", async () => {
  const { home, edited } = repository();
  const PATH = join(home, "bin");
  expect([await edited(home, { PATH }), await edited("/", { PATH })]).toEqual(["mine", "mine"]);
});
