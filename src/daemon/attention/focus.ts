// Which client shows which session: leases in memory that clients renew. A client that disappears is forgotten when its lease expires.

export interface Claim {
  client: string;
  session: string | null;
  seconds: number;
  /** The client can show notifications. */
  notifies: boolean;
}

interface Lease extends Claim {
  untilMs: number;
  /** When its user was last active in a session. */
  seenMs: number;
}

const MAX_LEASES = 256;

export class Focus {
  readonly #nowMs: () => number;
  /** In the order of their renewal. */
  readonly #leases = new Map<string, Lease>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  hold(claim: Claim): void {
    const nowMs = this.#nowMs();
    const before = this.#leases.get(claim.client);
    this.#leases.delete(claim.client);
    const seenMs = claim.session === null ? (before?.seenMs ?? Number.NEGATIVE_INFINITY) : nowMs;
    this.#leases.set(claim.client, { ...claim, untilMs: nowMs + claim.seconds * 1000, seenMs });
    const [oldest] = this.#leases.keys();
    if (this.#leases.size > MAX_LEASES && oldest !== undefined) this.#leases.delete(oldest);
  }

  isSeen(session: string): boolean {
    return this.#live().some((lease) => lease.session === session);
  }

  /** The one client that shows notifications: the one whose user was active last. */
  messenger(): string | null {
    const [latest] = this.#live()
      .filter(({ notifies }) => notifies)
      .toReversed()
      .toSorted((a, b) => (a.seenMs === b.seenMs ? 0 : b.seenMs - a.seenMs));
    return latest?.client ?? null;
  }

  #live(): Lease[] {
    const nowMs = this.#nowMs();
    for (const { client, untilMs } of [...this.#leases.values()]) if (untilMs <= nowMs) this.#leases.delete(client);
    return [...this.#leases.values()];
  }
}
