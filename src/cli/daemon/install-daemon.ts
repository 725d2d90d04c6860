// Installs the daemon as a service of the system, or removes it, and reports the system's message.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { daemonArguments, homeMark, type Paths, readRegularFile } from "../../home/index.ts";
import { messageOf, safePath, unlessAbsent } from "../../system/index.ts";
import { ProgramFailed, runProgram } from "../../system/processes.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { type ServiceKind, serviceKind } from "./login-item.ts";
import { readLoginItem } from "./read-login-item.ts";

interface Home {
  readonly io: Pick<Io, "env" | "cwd" | "program">;
  readonly paths: Paths;
  readonly platform?: NodeJS.Platform;
}

export interface Installed {
  readonly kind: ServiceKind["name"];
  readonly file: string;
  readonly changed: boolean;
  readonly hint: string;
}

export async function installService({ io, paths, platform = process.platform }: Home): Promise<Installed> {
  const { kind, file } = placeOf(io.env, platform);
  const text = kind.text({
    command: [process.execPath, ...daemonArguments(io.program)],
    home: paths.home,
    path: io.env.PATH ?? "",
    log: paths.daemonLog,
  });
  const changed = readOrNull(file) !== text;
  if (changed) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o644 });
  }
  await runAll(kind.enable(file), io, `the file exists (${file}); enable it by hand`);
  return { kind: kind.name, file, changed, hint: kind.hint };
}

/** The installed login item and its home: there is one item for all homes of a user. */
export interface OthersService {
  readonly file: string;
  /** The other home. */
  readonly home: string;
}

/** Null if there is none, or if it belongs to this home. */
export function othersService({ io, paths, platform = process.platform }: Home): OthersService | null {
  const { file } = placeOf(io.env, platform);
  const text = readOrNull(file);
  const home = text === null ? null : (readLoginItem(text)?.home ?? null);
  return home === null || isSameHome(home, paths.home) ? null : { file, home };
}

/** Either may be a link. */
function isSameHome(one: string, other: string): boolean {
  const mark = homeMark(one);
  return one === other || (mark !== null && mark === homeMark(other));
}

/** Null if it was not installed. An item of another home is not removed. */
export async function uninstallService({
  io,
  paths,
  platform = process.platform,
}: Home): Promise<{ file: string } | null> {
  const { kind, file } = placeOf(io.env, platform);
  if (readOrNull(file) === null) return null;
  const others = othersService({ io, paths, platform });
  if (others)
    throw new Failure("the login item belongs to another home", {
      ...failed,
      why: safeLine(`${file} is for ${others.home}, and this is ${paths.home}`),
      fix: safeLine(`SKEIN_HOME=${shellWord(others.home)} skein daemon uninstall`),
    });
  await runAll(kind.disable(file), io, `disable it by hand, then remove ${file}`);
  rmSync(file);
  return { file };
}

function placeOf(env: Io["env"], platform: NodeJS.Platform): { kind: ServiceKind; file: string } {
  const kind = serviceKind(platform);
  if (!kind || !env.HOME) {
    const why = kind ? "HOME is not set" : `${platform} has neither systemd nor launchd`;
    throw new Failure("the daemon can't be installed as a service here", {
      ...failed,
      why,
      fix: "it starts with the first command; no installation is needed",
    });
  }
  return { kind, file: kind.fileIn(env.HOME, env) };
}

const failed = { exit: "failed", code: "service_failed" } as const;

async function runAll(
  commands: readonly (readonly string[])[],
  { env, cwd }: Pick<Io, "env" | "cwd">,
  fix: string,
): Promise<void> {
  const safeEnv = { ...env, PATH: safePath(env, cwd) };
  for (const [program = "", ...args] of commands) {
    try {
      await runProgram(program, args, { env: safeEnv });
    } catch (error) {
      const stderr = error instanceof ProgramFailed ? error.stderr.trim() : "";
      const why = (stderr || messageOf(error)).split("\n")[0] ?? "";
      throw new Failure(`${[program, ...args].join(" ")} failed`, { ...failed, why, fix });
    }
  }
}

const MAX_BYTES = 1024 * 1024;

function readOrNull(file: string): string | null {
  return unlessAbsent(() => readRegularFile(file, { maxBytes: MAX_BYTES }).toString("utf8"));
}
