// Commands on their way: requests and answers that are lost, doubled, late and out of order, and clients that ask again with the same id.
import type { Server } from "./server.ts";

export class Post {
  readonly #server: Server;
  #made = 0;
  /** Sent and not answered yet. */
  readonly pending: string[] = [];
  readonly acknowledged: string[] = [];
  /** What a backup from before it has undone, acknowledged or not: nothing else may. */
  readonly undone = new Set<string>();
  #requests: string[] = [];
  #answers: string[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  send(): void {
    const command = `c${++this.#made}`;
    this.pending.push(command);
    this.#requests.push(command);
  }

  retry(which: number): void {
    const command = this.pending[which % this.pending.length];
    if (command !== undefined) this.#requests.push(command);
  }

  /** One of the requests arrives, whichever was first; a doubled one arrives again later. */
  deliverRequest(which: number, isDoubled: boolean): void {
    const at = which % this.#requests.length;
    const command = this.#requests[at];
    if (command === undefined || this.#server.order(command) === null) return;
    this.undone.delete(command);
    if (!isDoubled) this.#requests.splice(at, 1);
    this.#answers.push(command);
  }

  deliverAnswer(which: number): void {
    const [command] = this.#answers.splice(which % this.#answers.length, 1);
    const at = command === undefined ? -1 : this.pending.indexOf(command);
    if (at >= 0) this.acknowledged.push(...this.pending.splice(at, 1));
  }

  lose(which: number): void {
    const list = which % 2 === 0 ? this.#requests : this.#answers;
    list.splice((which >> 1) % list.length, 1);
  }

  /** Another log has taken the place of the one that these commands went to. */
  undo(isKept: (command: string) => boolean): void {
    for (let n = 1; n <= this.#made; n++) if (!isKept(`c${n}`)) this.undone.add(`c${n}`);
  }

  /** The network is well again: what is still on the way arrives, late, and everyone who has no answer asks again. */
  heal(): void {
    while (this.#requests.length > 0) this.deliverRequest(0, false);
    for (const [which] of this.pending.entries()) this.retry(which);
    while (this.#requests.length > 0) this.deliverRequest(0, false);
    while (this.#answers.length > 0) this.deliverAnswer(0);
  }
}
