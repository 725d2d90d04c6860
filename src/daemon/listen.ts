// The Unix socket: 0600 in a directory of 0700, so that only its owner may call.
import { chmodSync, lstatSync, mkdirSync, unlinkSync } from "node:fs";
import type { Server } from "node:http";
import { dirname } from "node:path";
import { SkeinError } from "../core/index.ts";
import { limitConnections } from "./connections.ts";

/** To be called by the holder of the daemon's lock only: whatever lies at the path is a leftover. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  limitConnections(server);
  ownDirectory(dirname(path));
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, () => resolve());
    });
  } finally {
    process.umask(umask);
  }
  chmodSync(path, 0o600);
}

/** Another user may have prepared the directory (it can lie in a shared one): then nothing is put there. */
function ownDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const stat = lstatSync(dir);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) {
    throw new SkeinError(
      "socket_directory",
      `${dir} belongs to somebody else; remove it, or set SKEIN_HOME to a shorter path.`,
    );
  }
}
