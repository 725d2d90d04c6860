// A bad network between two Unix sockets: it cuts connections at any byte, leaves them half open, delivers small late chunks, repeats
// requests, and can block completely. What happens to the nth connection depends only on the seed.
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { randomFrom } from "../torture/random.ts";
import { tempDir } from "./temp-dir.ts";

interface Fate {
  /** Bytes of the answer. */
  readonly cutAfterBytes: number;
  /** Cuts the caller's side; the server keeps a connection that nobody reads. */
  readonly isHalfOpen: boolean;
  readonly pieceBytes: number;
  readonly delayMs: number;
  /** Sends the request twice; nobody reads the second answer. */
  readonly isDoubled: boolean;
}

const calm: Fate = {
  cutAfterBytes: Number.POSITIVE_INFINITY,
  isHalfOpen: false,
  pieceBytes: 64 * 1024,
  delayMs: 0,
  isDoubled: false,
};

/** Within an answer's headers, its first lines, or well into a stream. */
const CUT_WITHIN_BYTES = 4000;

export class ChaosProxy {
  readonly path = join(tempDir(), "p.sock");
  /** If false, everything passes unchanged. */
  isChaotic = true;
  /** The number of connections so far. */
  connections = 0;
  cuts = 0;
  doubles = 0;
  readonly #target: string;
  readonly #seed: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #moving: Promise<void> = Promise.resolve();
  #thaw = (): void => {};

  constructor(target: string, seed: number) {
    this.#target = target;
    this.#seed = seed;
    this.#server = createServer({ allowHalfOpen: false }, (caller) => void this.#serve(caller));
    this.#server.listen(this.path);
    onTestFinished(() => {
      this.#server.close();
      this.cutAll();
      this.thaw();
    });
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts every connection, and refuses new ones until the network is restored. */
  cut(): void {
    this.#isCut = true;
    this.cutAll();
  }

  heal(): void {
    this.#isCut = false;
  }

  /** From now on no answer arrives, and no connection ends. */
  freeze(): void {
    this.#moving = new Promise((resolve) => {
      this.#thaw = resolve;
    });
  }

  thaw(): void {
    this.#thaw();
  }

  async #serve(caller: Socket): Promise<void> {
    if (this.#isCut) {
      caller.destroy();
      return;
    }
    const fate = this.isChaotic ? this.#fate(this.connections) : calm;
    this.connections++;
    const upstream = this.#open();
    const second = fate.isDoubled ? this.#open() : null;
    if (second) this.doubles++;
    second?.resume();
    this.#keep(caller);
    caller.on("data", (bytes) => {
      upstream.write(bytes);
      second?.write(bytes);
    });
    caller.on("close", () => {
      if (!fate.isHalfOpen) upstream.destroy();
      second?.destroy();
    });
    try {
      await this.#forward(upstream, caller, fate);
    } catch {
      // One of the sockets is gone: so is the other.
    }
    caller.destroy();
    if (!fate.isHalfOpen) upstream.destroy();
  }

  async #forward(upstream: Socket, caller: Socket, fate: Fate): Promise<void> {
    let sent = 0;
    for await (const chunk of upstream.iterator({ destroyOnReturn: !fate.isHalfOpen }) as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += fate.pieceBytes) {
        await this.#moving;
        if (fate.delayMs > 0) await delay(fate.delayMs);
        const piece = chunk.subarray(at, at + Math.min(fate.pieceBytes, fate.cutAfterBytes - sent));
        sent += piece.length;
        if (caller.destroyed) return;
        // What was written before a cut arrives: the end comes after it.
        await new Promise<void>((resolve) => caller.write(piece, () => resolve()));
        if (sent < fate.cutAfterBytes) continue;
        this.cuts++;
        return;
      }
    }
    await this.#moving;
  }

  #open(): Socket {
    return this.#keep(connect(this.#target));
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    // Nobody listening is what a network without a server looks like: the caller sees its connection end.
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    return socket;
  }

  #fate(connection: number): Fate {
    const random = randomFrom(this.#seed + connection);
    const isCut = random.chance(0.6);
    return {
      cutAfterBytes: isCut ? 1 + random.below(CUT_WITHIN_BYTES) : Number.POSITIVE_INFINITY,
      isHalfOpen: random.chance(0.2),
      pieceBytes: random.pick([7, 100, 1500, 64 * 1024]),
      delayMs: random.pick([0, 0, 0, 1, 3]),
      isDoubled: random.chance(0.3),
    };
  }
}
