// Which client shows which session: leases in memory that clients renew. A client that disappears is forgotten when its lease expires.

export interface Claim {
  client: string;
  session: string | null;
  /** Its user also sees what the other sessions need. */
  seesList: boolean;
  /** Since when its user has done nothing; null if the client does not tell. */
  idleSeconds: number | null;
  seconds: number;
  /** The client can show notifications. */
  notifies: boolean;
}

interface Lease extends Claim {
  untilMs: number;
  heldMs: number;
  /** When its user was last active in a session. */
  seenMs: number;
}

const MAX_LEASES = 256;
const MAX_SEEN = 1000;
/** No session has this id. */
const LIST = "list";

const shows = (lease: Claim, session: string): boolean => lease.session === session || lease.seesList;

export class Focus {
  readonly #nowMs: () => number;
  /** In the order of their renewal. */
  readonly #leases = new Map<string, Lease>();
  /** Until when each session was seen; `LIST` for all of them. The newest are last. */
  readonly #seenUntil = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  hold(claim: Claim): void {
    const nowMs = this.#nowMs();
    const before = this.#leases.get(claim.client);
    if (before) this.#end(before);
    const seenMs = claim.session === null ? (before?.seenMs ?? Number.NEGATIVE_INFINITY) : nowMs;
    this.#leases.set(claim.client, { ...claim, heldMs: nowMs, untilMs: nowMs + claim.seconds * 1000, seenMs });
    const [oldest] = this.#leases.keys();
    if (this.#leases.size > MAX_LEASES && oldest !== undefined) this.#leases.delete(oldest);
  }

  /** How long nobody has seen what this session needs; 0 while somebody does. */
  unseenForMs(session: string): number {
    if (this.isSeen(session)) return 0;
    const lastMs = Math.max(...[session, LIST].map((one) => this.#seenUntil.get(one) ?? Number.NEGATIVE_INFINITY));
    return this.#nowMs() - lastMs;
  }

  isSeen(session: string): boolean {
    return this.seenForMs(session) > 0;
  }

  /** How long the leases that show what this session needs last, unless they are renewed; 0 if there are none. */
  seenForMs(session: string): number {
    const ends = this.#live().filter((lease) => shows(lease, session));
    return Math.max(0, ...ends.map(({ untilMs }) => untilMs - this.#nowMs()));
  }

  /** Whether somebody who sees it has done something in this time: a window that is only open proves nobody's presence. */
  isAttended(session: string, withinMs: number): boolean {
    const nowMs = this.#nowMs();
    return this.#live().some(
      (lease) =>
        shows(lease, session) &&
        lease.idleSeconds !== null &&
        lease.idleSeconds * 1000 + nowMs - lease.heldMs < withinMs,
    );
  }

  /** The one client that shows notifications: the one whose user was active last, if that was within this time. */
  messenger(withinMs = Number.POSITIVE_INFINITY): string | null {
    const fromMs = this.#nowMs() - withinMs;
    const [latest] = this.#live()
      .filter(({ notifies, seenMs }) => notifies && seenMs >= fromMs)
      .toReversed()
      .toSorted((a, b) => (a.seenMs === b.seenMs ? 0 : b.seenMs - a.seenMs));
    return latest?.client ?? null;
  }

  #live(): Lease[] {
    const nowMs = this.#nowMs();
    for (const lease of [...this.#leases.values()]) if (lease.untilMs <= nowMs) this.#end(lease);
    return [...this.#leases.values()];
  }

  #end({ client, session, seesList, untilMs }: Lease): void {
    this.#leases.delete(client);
    const endMs = Math.min(untilMs, this.#nowMs());
    for (const seen of [...(session === null ? [] : [session]), ...(seesList ? [LIST] : [])]) {
      this.#seenUntil.delete(seen);
      this.#seenUntil.set(seen, endMs);
    }
    for (const oldest of this.#seenUntil.keys()) {
      if (this.#seenUntil.size <= MAX_SEEN) break;
      this.#seenUntil.delete(oldest);
    }
  }
}
