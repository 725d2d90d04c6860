// The login item of `skein daemon install`: it starts this program, for this home, and survives a logout.
import { existsSync, lstatSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { readTextOrNull, VERSION } from "../../home/index.ts";
import { serviceKind } from "../daemon/login-item.ts";
import { type LoginItem, readLoginItem } from "../daemon/read-login-item.ts";
import { versionOfProgram } from "../processes/program-version.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";

const INSTALL = "skein daemon install";
const LINGERING = "/var/lib/systemd/linger";

export interface LoginItemFacts {
  /** As people write it. */
  readonly file: string;
  /** Null if the file can't be parsed. */
  readonly item: LoginItem | null;
  /** The files that it starts and that do not exist. */
  readonly missing: string | null;
  /** The version that it starts; null if unknown. */
  readonly version: string | null;
  readonly home: string;
  /** Only for systemd. */
  readonly systemd: { readonly isEnabled: boolean; readonly isLingering: boolean } | null;
}

export const loginItem: Check = {
  id: "login-item",
  async run({ io, paths }) {
    const kind = serviceKind(process.platform);
    if (!kind || !io.env.HOME) return [];
    const file = kind.fileIn(io.env.HOME, io.env);
    const text = readTextOrNull(file);
    const title = "login item";
    if (text === null)
      return [{ state: "ok", title, text: "not installed: the daemon starts with the first command that needs it" }];
    const item = readLoginItem(text);
    const [node = "", program = ""] = item?.command.filter((word) => word.startsWith("/")) ?? [];
    const systemd = kind.name === "systemd" ? { isEnabled: isEnabled(file), isLingering: isLingering() } : null;
    return [
      loginItemFinding({
        file: tildePath(file, io.env.HOME),
        item,
        missing: [node, program].find((path) => !existsSync(path)) ?? null,
        version: versionOfProgram(program),
        home: paths.home,
        systemd,
      }),
    ];
  },
};

export function loginItemFinding({ file, item, missing, version, home, systemd }: LoginItemFacts): Finding {
  const said = (state: Finding["state"], text: string, fix?: string): Finding => ({
    ...{ state, title: "login item", text: safeLine(text) },
    ...(fix === undefined ? {} : { fix }),
  });
  if (!item) return said("warning", `${file} can't be read`, `write it again: ${INSTALL}`);
  if (missing !== null)
    return said("warning", `${file} starts ${missing || "nothing"}, which is gone`, `write it again: ${INSTALL}`);
  if (version !== null && version !== VERSION)
    return said("warning", `${file} starts version ${version}, and this is ${VERSION}`, `write it again: ${INSTALL}`);
  if (item.home !== null && item.home !== home)
    return said(
      "warning",
      `${file} is for ${item.home}, and this is ${home}: two daemons, each with its own sessions`,
      `unset SKEIN_HOME, or install it for this home: ${INSTALL}`,
    );
  if (systemd && !systemd.isEnabled)
    return said("warning", `${file} is not enabled: it starts nothing`, "systemctl --user enable --now skein.service");
  if (systemd && !systemd.isLingering)
    return said("warning", `${file}; its daemon ends when you log out`, "loginctl enable-linger");
  return said("ok", file);
}

const isEnabled = (file: string): boolean =>
  ["default.target.wants", "default.target.requires"].some(
    (place) => lstatSync(join(dirname(file), place, "skein.service"), { throwIfNoEntry: false }) !== undefined,
  );

function isLingering(): boolean {
  try {
    return existsSync(join(LINGERING, userInfo().username));
  } catch {
    // A user without a name in the system's list has no such file.
    return false;
  }
}
