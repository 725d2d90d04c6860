// How often somebody may ask: a bucket of tokens for each, which fills up again in time.
import type { ServerResponse } from "node:http";
import type { Clock } from "../../session/index.ts";
import { Refusal } from "../refusal.ts";

interface Limit {
  /** At once. */
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Those that asked longest ago are forgotten first. */
const MAX_BUCKETS = 1000;

export class RateLimiter {
  readonly #limit: Limit;
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: Limit, clock: Pick<Clock, "monotonicMs">) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** In how many seconds this one may ask again; 0 if it may now, which counts. */
  take(key: string): number {
    const { burst, perSecond } = this.#limit;
    const nowMs = this.#clock.monotonicMs();
    const known = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, known.tokens + ((nowMs - known.atMs) / 1000) * perSecond);
    const isFree = tokens >= 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: isFree ? tokens - 1 : tokens, atMs: nowMs });
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_BUCKETS) break;
      this.#buckets.delete(oldest);
    }
    return isFree ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
  }
}

export function refuseTooMany(response: ServerResponse, waitSeconds: number): void {
  if (waitSeconds === 0) return;
  response.setHeader("retry-after", waitSeconds);
  throw new Refusal("too_many_requests", `Too many requests came from here; try again in ${waitSeconds} seconds.`);
}
