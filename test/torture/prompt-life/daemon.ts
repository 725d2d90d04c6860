// One life of the daemon: sessions taken up from storage, and a line for those that may not work yet.
import { Slots } from "../../../src/session/index.ts";
import { LiveSession } from "./live-session.ts";
import type { World } from "./world.ts";

export class Daemon {
  readonly sessions: readonly LiveSession[];
  readonly #woken = new Set<number>();

  constructor(world: World) {
    const slots = new Slots(() => world.runningSessions);
    this.sessions = world.places.map((place) => {
      const wake = (): void => void this.#woken.add(place.index);
      return new LiveSession({ world, place, slots, wake });
    });
    for (const session of this.sessions) session.claimSlot();
    for (const session of this.sessions) session.takeUp();
  }

  /** One that was woken gets to look. Whether there was one. */
  look(): boolean {
    const [index] = this.#woken;
    if (index === undefined) return false;
    this.#woken.delete(index);
    this.sessions[index]?.advance();
    return true;
  }
}
