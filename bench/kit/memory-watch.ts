// How much a process's memory grew, at most, since the start.
import { residentMegabytes } from "./process-facts.ts";
import type { Scene } from "./scene.ts";

const LOOK_EVERY_MS = 50;

export class MemoryWatch {
  readonly #pid: number;
  readonly #before: number;
  readonly #timer: NodeJS.Timeout;
  #most: number;

  constructor(scene: Scene, pid: number) {
    this.#pid = pid;
    this.#before = residentMegabytes(pid);
    this.#most = this.#before;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    scene.defer(() => clearInterval(this.#timer));
  }

  /** The growth in megabytes. */
  end(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#most - this.#before;
  }

  #look(): void {
    this.#most = Math.max(this.#most, residentMegabytes(this.#pid));
  }
}
