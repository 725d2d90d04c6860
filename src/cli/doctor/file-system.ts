// The file system under Skein's home.
import { type Mount, mountRisk, mountUnder } from "../../home/index.ts";
import { readMountTable } from "../../system/index.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";

const inMemory = /^(tmpfs|ramfs)$/;

export const fileSystem: Check = {
  id: "filesystem",
  async run({ io, paths }) {
    const mount = mountUnder(paths.home, readMountTable());
    return mount ? [fileSystemFinding(mount, tildePath(paths.home, io.env.HOME))] : [];
  },
};

const fix = "set SKEIN_HOME to a directory on a disk of this machine";

export function fileSystemFinding(mount: Mount, home: string): Finding {
  const { point, type, isReadOnly } = mount;
  const said = (finding: Omit<Finding, "title">): Finding => ({ title: "file system", ...finding });
  const where = safeLine(`${type} (${point})`);
  if (isReadOnly)
    return said({
      state: "failed",
      text: `${home} is on ${where}, which is mounted read-only`,
      fix: `sudo mount -o remount,rw ${safeLine(point)}`,
    });
  const risk = mountRisk(mount);
  if (risk !== null) return said({ state: "warning", text: `${home} is on ${where}: ${risk}`, fix });
  if (inMemory.test(type))
    return said({ state: "note", text: `${home} is on ${where}: lost when the machine restarts` });
  return said({ state: "ok", text: where });
}
