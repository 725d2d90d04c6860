import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "../../src/system/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

function program(directory: string, name: string, mode = 0o755): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), "#!/bin/sh\n", { mode });
  return join(directory, name);
}

test("the first program of that name on the client's PATH; what can't be executed is passed over", async () => {
  const root = tempDir();
  const [none, plain, folder, good, later] = ["none", "plain", "folder", "good", "later"].map((name) =>
    join(root, name),
  );
  program(plain!, "agent", 0o644);
  mkdirSync(join(folder!, "agent"), { recursive: true });
  const wanted = program(good!, "agent");
  program(later!, "agent");
  const PATH = [none, plain, "", "relative", folder, good, later].join(":");
  expect(await findProgram("agent", { PATH })).toEqual({ kind: "found", path: wanted });
});

test("a link to a program is a program, also one with an absolute path", async () => {
  const root = tempDir();
  const path = join(root, "link");
  symlinkSync(program(root, "agent"), path);
  expect(await findProgram(path, {})).toEqual({ kind: "found", path });
});

test("every place that was tried is said, each once", async () => {
  const root = tempDir();
  expect(await findProgram("agent", { PATH: `${root}:/nowhere:${root}` })).toEqual({
    kind: "missing",
    tried: [join(root, "agent"), "/nowhere/agent"],
  });
  expect(await findProgram("/nowhere/agent", { PATH: root })).toEqual({ kind: "missing", tried: ["/nowhere/agent"] });
  expect(await findProgram("agent", {})).toEqual({ kind: "missing", tried: ["agent on an empty PATH"] });
});
