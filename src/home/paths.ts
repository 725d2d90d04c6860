// All paths of the home, one directory: `$SKEIN_HOME` or `~/.skein`.
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

export interface Paths {
  /** Absolute, unless it was configured as a relative path, which `distrustHome` refuses. */
  readonly home: string;
  readonly config: string;
  readonly database: string;
  /** Backups of the database. */
  readonly backups: string;
  /** Files that could not be read, one directory per incident. Skein never deletes those from which data was lost. */
  readonly damaged: string;
  readonly lock: string;
  readonly socket: string;
  /** Exists while a command starts the daemon. */
  readonly starting: string;
  readonly daemonLog: string;
  /** One directory per running agent process. */
  readonly runs: string;
  /** The environments of sessions' agents, 0600. */
  readonly environments: string;
  /** Files of drivers, one directory per kind of agent. */
  readonly agents: string;
  /** The files of repositories before and after turns: one Git directory for each. */
  readonly checkpoints: string;
  /** The notifier's saved state. */
  readonly attention: string;
  /** Identifies this home: a copy contains the same file, but does not match it. */
  readonly origin: string;
  /** The page's port, and whether it is open. */
  readonly web: string;
  /** A file that opens the page in the user's browser; removed once the page is open. */
  readonly openPage: string;
  /** The devices that are signed in to the page. */
  readonly devices: string;
  /** The key for push messages, and the devices that get them. */
  readonly push: string;
  /** The saved state of `ElapsedTime`, which does not depend on the machine's clock alone. */
  readonly steadyTime: string;
}

export function pathsOf(env: Readonly<Record<string, string | undefined>>): Paths {
  const given = env.SKEIN_HOME || join(env.HOME || homedir(), ".skein");
  const home = isAbsolute(given) ? resolve(given) : given;
  return {
    home,
    config: join(home, "config.toml"),
    database: join(home, "skein.db"),
    backups: join(home, "backups"),
    damaged: join(home, "damaged"),
    lock: join(home, "lock.db"),
    socket: socketIn(realPathOf(home)),
    starting: join(home, "starting"),
    daemonLog: join(home, "daemon.log"),
    runs: join(home, "runs"),
    environments: join(home, "environments"),
    agents: join(home, "agents"),
    checkpoints: join(home, "checkpoints"),
    attention: join(home, "attention.json"),
    origin: join(home, "origin.json"),
    web: join(home, "web.json"),
    openPage: join(home, "open.html"),
    devices: join(home, "devices.json"),
    push: join(home, "push.json"),
    steadyTime: join(home, "time.json"),
  };
}

/** The real path, as far as it exists: a link to the home may later point to another one, which has its own socket. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** A Unix socket's address is limited to 107 bytes on Linux and 103 on macOS. A longer path is replaced by a short one, named by a hash. */
const SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = "daemon.sock";

/** For a longer home the socket is in another directory. */
export const MAX_HOME_BYTES = SOCKET_PATH_BYTES - `/${SOCKET_NAME}`.length;

/** Not $TMPDIR: it may be long, and may differ between the CLI and its daemon. */
const SHORT_DIR = "/tmp";

function socketIn(home: string): string {
  const path = join(home, SOCKET_NAME);
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES) return path;
  // Loaded only here: it takes as long to load as everything else in a quick command.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const name = createHash("sha256").update(home).digest("hex").slice(0, 16);
  return join(SHORT_DIR, `skein-${process.getuid?.() ?? ""}`, `${name}.sock`);
}
