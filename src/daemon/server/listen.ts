// The Unix socket: 0600 in a directory with 0700, so that only its owner can connect.
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { connect, createServer as createNetServer, type Server as NetServer } from "node:net";
import { dirname, join } from "node:path";
import { SkeinError } from "../../core/index.ts";
import { distrustSocketDirectory } from "../../home/index.ts";
import { isCode } from "../../system/index.ts";
import { limitConnections } from "./connections.ts";

export interface Door {
  /** Recreates the socket if its file is gone or has no listener; resolves to whether it did. Rejects if another process listens there. */
  restore(): Promise<boolean>;
  /** Stops listening; resolves when all connections have ended. */
  close(): Promise<void>;
  /** Ends all connections, whatever they do. */
  cut(): void;
}

/** Only for the holder of the daemon's lock: anything at the path is a leftover. */
export async function listenOnSocket(server: Server, path: string): Promise<Door> {
  const connections = limitConnections(server);
  let own = await bind(server, path);
  /** A server can listen at one path only. For a recreated socket another server listens, and passes its connections on. */
  const others = new Set<NetServer>();
  return {
    async restore() {
      if (!server.listening || isSame(path, own)) return false;
      if (await isAnswered(path)) throw new SkeinError("socket_taken", takenText(path));
      // Nobody can connect there any more; open connections stay.
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
    cut: () => connections.cutAll(),
  };
}

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    // Not in the callback of `close()`: a server that was closed before may still have connections.
    server.once("close", resolve);
    server.close();
  });
}

/** Its inode stays in use while a server listens there, even if its file is deleted. */
interface SocketFile {
  ino: number;
  dev: number;
}

function isSame(path: string, { ino, dev }: SocketFile): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.ino === ino && found.dev === dev;
}

/** Whether a process listens there. Only a refused or impossible connection proves that none does; other failures prove nothing. */
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

/** Resolves to the identity of the socket at its final path. */
async function bind(server: NetServer, path: string): Promise<SocketFile> {
  ownDirectory(dirname(path));
  // Created under another name and then renamed: closing a server removes the name that it was created with, which must never be the socket of
  // a later daemon. That name is shorter than any socket's, because the length of addresses is limited.
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

/** Another user may have created the directory, if it is in a shared one: then the socket is not created. */
function ownDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const distrust = distrustSocketDirectory(dir);
  if (distrust) throw new SkeinError("socket_directory", `${distrust.problem}; ${distrust.fix}.`);
}
