// Skein's home: it exists, belongs to the user, and is closed to others. It holds every transcript, and the agents' environments.
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { distrustHome, homeRisk, type Paths } from "../../home/index.ts";
import { isCode } from "../../system/index.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";
import { longWriteAheadLog } from "./database.ts";

const OTHERS = 0o077;

export const home: Check = {
  id: "home",
  async run({ io, paths }) {
    const where = tildePath(paths.home, io.env.HOME);
    const said = (finding: Omit<Finding, "title">): Finding[] => [{ title: "home", ...finding }];
    const distrust = distrustHome(paths);
    if (distrust) return said({ state: "failed", text: safeLine(distrust.problem), fix: safeLine(distrust.fix) });
    const found = await stat(paths.home).catch((error: Error) => error);
    if (found instanceof Error) {
      if (isCode(found, "ENOENT"))
        return said({ state: "note", text: `${where} does not exist yet; the daemon creates it at its first start` });
      return said({
        state: "failed",
        text: `${where} can't be read: ${found.message}`,
        fix: "set SKEIN_HOME to a directory of your own",
      });
    }
    const refusal = await access(paths.home, constants.R_OK | constants.W_OK | constants.X_OK).catch(
      (error: Error) => error,
    );
    const isReadOnly = isCode(refusal, "EROFS");
    if (refusal)
      return said({
        state: "failed",
        text: `${where} can't be written${isReadOnly ? ": its file system is read-only" : ""}`,
        fix: isReadOnly ? "mount it writable, or set SKEIN_HOME" : `chmod u+rwx ${paths.home}`,
      });
    if ((found.mode & OTHERS) !== 0)
      return said({
        state: "warning",
        text: `others on this machine can read ${where} (mode ${(found.mode & 0o777).toString(8)})`,
        fix: `chmod 700 ${paths.home}`,
      });
    return said({ state: "ok", text: `${where}, yours alone` });
  },
};

/** Warnings about the home although nothing fails yet, as sentences. */
export const homeWarnings = (paths: Paths, mounts?: string | null): string[] =>
  [homeRisk(paths.home, mounts), longWriteAheadLog(paths.database)].filter((one) => one !== null);
