// What a look at the process table says of a process that can't be read: it has ended, or nobody can tell.
import type { PathOrFileDescriptor } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isOwnProcess } from "../../src/system/processes/own-process.ts";
import { readBytesWritten, readProcess, readProcesses } from "../../src/system/processes/process-table-linux.ts";

const proc = vi.hoisted(() => ({ refuse: (_path: string): string | null => null }));

vi.mock("node:fs", async (importActual) => {
  const actual = await importActual<typeof import("node:fs")>();
  return {
    ...actual,
    readFileSync(path: PathOrFileDescriptor, options: "latin1"): string {
      const code = proc.refuse(String(path));
      if (code !== null) throw Object.assign(new Error(`${code}: ${path}`), { code });
      return actual.readFileSync(path, options);
    },
  };
});

afterEach(() => {
  proc.refuse = () => null;
});

const { pid } = process;
const refuseStat = (code: string) => (path: string) => (path === `/proc/${pid}/stat` ? code : null);

describe.runIf(process.platform === "linux")("a process that can't be read", () => {
  test.for(["EMFILE", "ENFILE", "EIO", "ENOMEM"])("for want of means (%s) is not taken for gone", async (code) => {
    proc.refuse = refuseStat(code);
    const told = { code };
    await expect(readProcess(pid)).rejects.toMatchObject(told);
    await expect(readProcesses()).rejects.toMatchObject(told);
    await expect(isOwnProcess({ pid, run: "run-1" })).rejects.toMatchObject(told);
    proc.refuse = (path) => (path.endsWith("/environ") || path.endsWith("/io") ? code : null);
    await expect(readProcess(pid)).rejects.toMatchObject(told);
    await expect(readBytesWritten(pid)).rejects.toMatchObject(told);
  });

  test.for(["ENOENT", "ESRCH", "EACCES", "EPERM"])(
    "because it ended or is somebody else's (%s) is left out",
    async (code) => {
      proc.refuse = refuseStat(code);
      expect(await readProcess(pid)).toBeNull();
      expect((await readProcesses()).some((one) => one.pid === pid)).toBe(false);
    },
  );
});
