// A run that was prepared in another life of the machine is never started: the two lives must have different names, on every system.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bootId, readBootId } from "../../src/system/boot-id.ts";
import { tempDir } from "../kit/temp-dir.ts";

const nowhere = "/nonexistent/source";

/** Stands for macOS's program: it knows the one name that changes with every start of the machine. */
function sysctl(uuid: string): string {
  const path = join(tempDir(), "sysctl");
  writeFileSync(path, `#!/bin/sh\n[ "$*" = "-n kern.bootsessionuuid" ] && echo '${uuid}'\n`);
  chmodSync(path, 0o755);
  return path;
}

test("the kernel's file says it where there is one", () => {
  const file = join(tempDir(), "boot_id");
  writeFileSync(file, "life-1\n");
  expect(readBootId({ file, sysctl: sysctl("other") })).toBe("life-1");
});

test("without that file, as on macOS, the boot session's uuid says it", () => {
  expect(readBootId({ file: nowhere, sysctl: sysctl("life-2") })).toBe("life-2");
});

test("where the system tells nothing, or nothing of use, no two processes share a life", () => {
  expect(readBootId({ file: nowhere, sysctl: nowhere })).not.toBe(readBootId({ file: nowhere, sysctl: nowhere }));
  expect(readBootId({ file: nowhere, sysctl: sysctl("") })).not.toBe("");
});

test("in one process it stays the same", () => {
  expect(bootId()).toBe(bootId());
});
