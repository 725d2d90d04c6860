// The Unix socket: 0600 in a directory of 0700, so that only its owner may call.
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { connect, createServer as createNetServer, type Server as NetServer } from "node:net";
import { dirname, join } from "node:path";
import { SkeinError } from "../../core/index.ts";
import { distrustSocketDirectory } from "../../home/index.ts";
import { isCode } from "../../system/index.ts";
import { limitConnections } from "./connections.ts";

export interface Door {
  /** Makes the socket again where its name is gone, or leads to nobody; resolves to whether it had to. Rejects where somebody else listens. */
  restore(): Promise<boolean>;
  /** Lets nobody in any more; resolves when nobody is left inside. */
  close(): Promise<void>;
}

/** To be called by the holder of the daemon's lock only: whatever lies at the path is a leftover. */
export async function listenOnSocket(server: Server, path: string): Promise<Door> {
  limitConnections(server);
  let own = await bind(server, path);
  /** A server listens at one name only: at the next one another listens, and hands everybody over. */
  const others = new Set<NetServer>();
  return {
    async restore() {
      if (!server.listening || isSame(path, own)) return false;
      if (await isAnswered(path)) throw new SkeinError("socket_taken", takenText(path));
      // Nobody can come in there any more; who is inside stays.
      for (const other of others) other.close();
      const next = createNetServer({ allowHalfOpen: true }, (socket) => server.emit("connection", socket));
      next.maxConnections = server.maxConnections;
      next.on("drop", (data) => server.emit("drop", data));
      others.add(next);
      next.once("close", () => others.delete(next));
      own = await bind(next, path);
      return true;
    },
    async close() {
      await Promise.all([server, ...others].map(closed));
    },
  };
}

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    // Not with the call: one that was closed before may have somebody inside.
    server.once("close", resolve);
    server.close();
  });
}

/** Its number stays taken for as long as a server listens there, also when its name is gone. */
interface SocketFile {
  ino: number;
  dev: number;
}

function isSame(path: string, { ino, dev }: SocketFile): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.ino === ino && found.dev === dev;
}

/** What refuses a call, or can't be called, belongs to nobody who lives. Whatever else goes wrong says nothing. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = connect(path);
    call.once("connect", () => {
      call.destroy();
      resolve(true);
    });
    call.once("error", (error) => resolve(!isCode(error, ...NOBODY)));
  });
}

const NOBODY = ["ECONNREFUSED", "ENOENT", "ENOTSOCK"];

const takenText = (path: string): string =>
  `Another process listens at ${path} in place of this daemon. It is left alone; when it ends, the daemon listens there again.`;

/** Resolves to the socket as it lies in its place. */
async function bind(server: NetServer, path: string): Promise<SocketFile> {
  ownDirectory(dirname(path));
  // Made under a name of its own and moved into place: closing a server removes the name that it was made under, and that must never be
  // the socket of a daemon that took over meanwhile. The name is shorter than any that is asked for: addresses are bounded.
  const own = join(dirname(path), `s${process.pid}`);
  rmSync(own, { force: true });
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(own, () => resolve());
    });
  } finally {
    process.umask(umask);
  }
  chmodSync(own, 0o600);
  const file = lstatSync(own);
  renameSync(own, path);
  server.once("close", () => {
    if (isSame(path, file)) rmSync(path, { force: true });
  });
  return file;
}

/** Another user may have prepared the directory (it can lie in a shared one): then nothing is put there. */
function ownDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const distrust = distrustSocketDirectory(dir);
  if (distrust) throw new SkeinError("socket_directory", `${distrust.problem}; ${distrust.fix}.`);
}
