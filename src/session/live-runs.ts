// How many agent processes are held at once. Beyond the cap the one that has been idle longest makes room; busy ones are never touched.

interface Live {
  /** Idle since, ISO 8601; null while it is busy. */
  restsSince: string | null;
  /** Resolves to whether it makes room. */
  park: () => Promise<boolean>;
  /** Whether it was asked to make room since it became idle, and its answer. */
  asked: "no" | "asked" | "stays";
}

export class LiveRuns {
  readonly #cap: () => number;
  readonly #live = new Map<string, Live>();

  /** `cap`: 0 = no limit. Read each time: it may change. */
  constructor(cap: () => number) {
    this.#cap = cap;
  }

  /** A session has a process: busy, or idle since then. */
  hold(session: string, { restsSince, park }: Pick<Live, "restsSince" | "park">): void {
    const known = this.#live.get(session);
    if (known?.restsSince === restsSince && restsSince !== null) return;
    this.#live.set(session, { restsSince, park, asked: "no" });
    this.#makeRoom();
  }

  release(session: string): void {
    this.#live.delete(session);
  }

  #makeRoom(): void {
    const cap = this.#cap();
    const all = [...this.#live.values()];
    const going = all.filter(({ asked }) => asked === "asked").length;
    let excess = cap <= 0 ? 0 : all.length - going - cap;
    const resting = all
      .filter(({ restsSince, asked }) => restsSince !== null && asked === "no")
      .toSorted((a, b) => Date.parse(a.restsSince ?? "") - Date.parse(b.restsSince ?? ""));
    for (const live of resting) {
      if (excess <= 0) return;
      excess -= 1;
      live.asked = "asked";
      const stay = (): void => {
        live.asked = "stays";
        this.#makeRoom();
      };
      live.park().then((makesRoom) => makesRoom || stay(), stay);
    }
  }
}
