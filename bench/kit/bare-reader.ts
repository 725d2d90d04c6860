// The client of the bare reader, which parses its response like a client of Skein.
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Scene } from "./scene.ts";
import { startChild } from "./start-child.ts";

export interface BareReader {
  /** The parsed lines. */
  ask(sql: string): Promise<unknown[]>;
  readonly pid: number;
  stop(): void;
}

export async function startBareReader(scene: Scene, database: string): Promise<BareReader> {
  const socketPath = join(scene.directory(), "bare.sock");
  const child = await startChild(scene, "bare-reader", [socketPath, database]);
  return {
    async ask(sql) {
      const socket = connect(socketPath);
      socket.write(`${sql.replaceAll("\n", " ")}\n`);
      const lines = (await text(socket)).split("\n");
      return lines.flatMap((line): unknown[] => (line === "" ? [] : [JSON.parse(line)]));
    },
    pid: child.pid!,
    stop: () => void child.kill(),
  };
}
