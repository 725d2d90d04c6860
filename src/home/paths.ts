// Where everything is: one directory, `$SKEIN_HOME` or `~/.skein`.
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

export interface Paths {
  /** Absolute, unless it was given as a relative path: `distrustHome` refuses that one. */
  readonly home: string;
  readonly config: string;
  readonly database: string;
  /** Generations of the database. */
  readonly backups: string;
  /** Files that could not be read, one directory per incident; Skein never deletes those from which something is lost. */
  readonly damaged: string;
  readonly lock: string;
  readonly socket: string;
  /** Present while some command is starting the daemon. */
  readonly starting: string;
  readonly daemonLog: string;
  /** One directory per running agent process. */
  readonly runs: string;
  /** The environment that each session's agent gets, 0600. */
  readonly environments: string;
  /** What drivers keep on disk, one directory per kind of agent. */
  readonly agents: string;
  /** How far people were told what happened. */
  readonly attention: string;
  /** Which directory this home is: a copy has the file, and is another. */
  readonly origin: string;
  /** The page's port, and whether it is open. */
  readonly web: string;
  /** Leads the person's browser to the page; removed when it is there. */
  readonly openPage: string;
  /** The devices that are signed in to the page. */
  readonly devices: string;
  /** The time that is believed, whatever the machine's clock says. */
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
    attention: join(home, "attention.json"),
    origin: join(home, "origin.json"),
    web: join(home, "web.json"),
    openPage: join(home, "open.html"),
    devices: join(home, "devices.json"),
    steadyTime: join(home, "time.json"),
  };
}

/** As far as it is there. By the directory itself: a link to it may lead to another one tomorrow, which has a socket of its own. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** A Unix socket's address holds 107 bytes on Linux and 103 on macOS; a longer one moves to a short path named by hash. */
const SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = "daemon.sock";

/** The socket of a home with a longer path lies elsewhere. */
export const MAX_HOME_BYTES = SOCKET_PATH_BYTES - `/${SOCKET_NAME}`.length;

/** Not $TMPDIR: that may be long, and be another one for the CLI than for its daemon. */
const SHORT_DIR = "/tmp";

function socketIn(home: string): string {
  const path = join(home, SOCKET_NAME);
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES) return path;
  // Loaded only here: it takes as long as everything else a quick command loads.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const name = createHash("sha256").update(home).digest("hex").slice(0, 16);
  return join(SHORT_DIR, `skein-${process.getuid?.() ?? ""}`, `${name}.sock`);
}
