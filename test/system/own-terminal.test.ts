import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownTerminal } from "../../src/system/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

test("a terminal is found by the first descriptor that is one", () => {
  const dir = tempDir();
  const to = (target: string): string => {
    const link = join(dir, target.replaceAll("/", "-"));
    symlinkSync(target, link);
    return link;
  };
  const [pipe, file, terminal, other] = [to("pipe:[1]"), to("/tmp/pts/1"), to("/dev/pts/3"), to("/dev/tty1")];
  expect(ownTerminal([pipe, file, terminal, other])).toBe("pts/3");
  expect(ownTerminal([join(dir, "none"), other])).toBe("tty1");
  expect(ownTerminal([pipe, file, to("/dev/null")])).toBeNull();
});
