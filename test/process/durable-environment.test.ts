// What a session's agent gets as its environment survives a power cut from the moment that it was acknowledged.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { unlessLinux, withoutPrograms } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";

const what = "what is synced to the disk";

test.skipIf(unlessLinux(what) || withoutPrograms(what, ["strace"], "npm run test:process"))(
  "an environment and its name are synced to the disk, in this order, before anybody hears that it is kept",
  () => {
    const dir = tempDir();
    const trace = join(dir, "trace");
    const program = `
    const { openEnvironments } = await import(${JSON.stringify(resolve("src/daemon/runs/environments.ts"))});
    await openEnvironments(${JSON.stringify(dir)}, {}).keep("session", { PATH: "/usr/bin" });
    process.stdout.write("kept");
  `;
    const calls = "trace=fsync,fdatasync,rename,renameat,renameat2,write";
    const node = [process.execPath, "--no-warnings", "--input-type=module", "-e", program];
    execFileSync("strace", ["-f", "-y", "-qq", "-o", trace, "-e", calls, ...node]);
    const steps = readFileSync(trace, "utf8")
      .split("\n")
      .flatMap((line) => {
        if (/fsync\(\d+<.*session\.json\.\d+\.new>/.test(line)) return "file synced";
        if (/rename.*session\.json\.\d+\.new/.test(line)) return "named";
        if (line.includes("fsync(") && line.includes(`<${dir}>`)) return "directory synced";
        return line.includes('"kept"') ? "told" : [];
      });
    expect(steps).toEqual(["file synced", "named", "directory synced", "told"]);
  },
);
