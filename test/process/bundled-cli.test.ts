// What the built command line has in its first file. Every command loads all of it, so what only some need is in files of its own.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("zod and the schema of config.toml are not in the file that every command loads", () => {
  const [cli, config] = ["cli", "config"].map((name) => readFileSync(`dist/${name}.cjs`, "utf8"));
  for (const part of ["ZodObject", "silence_minutes: key("]) {
    expect([part, config!.includes(part)]).toEqual([part, true]);
    expect([part, cli!.includes(part)]).toEqual([part, false]);
  }
});
