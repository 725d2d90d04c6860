// Puts the daemon into the hands of the system, or takes it out again. What the system said is passed on.
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { daemonArguments, type Paths, readRegularFile } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { type ServiceKind, serviceKind } from "./login-item.ts";

interface Home {
  readonly io: Pick<Io, "env" | "program">;
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
  await runAll(kind.enable(file), io.env, `the file is there (${file}); enable it by hand`);
  return { kind: kind.name, file, changed, hint: kind.hint };
}

/** Null when it was not installed. */
export async function uninstallService({ io, platform = process.platform }: Home): Promise<{ file: string } | null> {
  const { kind, file } = placeOf(io.env, platform);
  if (readOrNull(file) === null) return null;
  await runAll(kind.disable(file), io.env, `disable it by hand, then remove ${file}`);
  rmSync(file);
  return { file };
}

function placeOf(env: Io["env"], platform: NodeJS.Platform): { kind: ServiceKind; file: string } {
  const kind = serviceKind(platform);
  if (!kind || !env.HOME) {
    const why = kind ? "HOME is not set" : `there is neither systemd nor launchd on ${platform}`;
    throw new Failure("the daemon can't be installed as a service here", {
      ...failed,
      why,
      fix: "it starts by itself with the first command; nothing needs to be installed",
    });
  }
  return { kind, file: kind.fileIn(env.HOME, env) };
}

const failed = { exit: "failed", code: "service_failed" } as const;

async function runAll(commands: readonly (readonly string[])[], env: Io["env"], fix: string): Promise<void> {
  for (const [program = "", ...args] of commands) {
    try {
      await promisify(execFile)(program, args, { env });
    } catch (error) {
      const { stderr = "", message } = error as Error & { stderr?: string };
      const why = (stderr.trim() || message).split("\n")[0] ?? "";
      throw new Failure(`${[program, ...args].join(" ")} failed`, { ...failed, why, fix });
    }
  }
}

const MAX_BYTES = 1024 * 1024;

function readOrNull(file: string): string | null {
  try {
    return readRegularFile(file, { maxBytes: MAX_BYTES }).toString("utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
