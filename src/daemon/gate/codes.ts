// Open confirmation codes: which requests each is for, how long it is valid, and how many wrong tries it allows.
import { randomInt } from "node:crypto";
import type { Clock } from "../../session/index.ts";
import { Refusal } from "../refusal.ts";

export const VALID_MS = 2 * 60_000;
/** One more is refused, so that nobody can displace another's code. */
const MAX_CODES = 20;
const MAX_WRONG_TRIES = 3;
/** Without letters that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LETTERS = 8;

interface Code {
  readonly validUntilMs: number;
  /** The requests that it still confirms; null = one request of any kind. */
  requests: Set<string> | null;
  /** The confirmed requests with their commands: if the answer was lost, the same command can be sent again with the same code. */
  readonly used: Map<string, string | null>;
  wrongTries: number;
}

export class Codes {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #codes = new Map<string, Code>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** A new code for these requests (`PUT /v1/…`), each once. */
  open(requests: readonly string[] | null): string {
    this.#dropOld();
    const waiting = [...this.#codes.values()].filter((one) => one.requests?.size !== 0);
    if (waiting.length >= MAX_CODES)
      throw new Refusal(
        "confirmation_required",
        `${MAX_CODES} codes are waiting to be typed, which is the maximum. Try again in ${VALID_MS / 60_000} minutes.`,
      );
    const code = newCode();
    const validUntilMs = this.#clock.monotonicMs() + VALID_MS;
    this.#codes.set(code, { validUntilMs, requests: requests && new Set(requests), used: new Map(), wrongTries: 0 });
    return code;
  }

  drop(code: string): void {
    this.#codes.delete(code);
  }

  /** Whether the code confirms this request. Once used, it confirms only the same command again (`null` = unnamed, so never the same). */
  accepts(typed: string, request: string, command: string | null = null): boolean {
    this.#dropOld();
    const code = typed.toLowerCase().replaceAll(/[\s-]/g, "");
    const known = this.#codes.get(code);
    if (known && command !== null && known.used.get(request) === command) return true;
    if (!known || !isFor(known, request)) {
      this.#countWrongTry(code, request);
      return false;
    }
    known.requests ??= new Set();
    known.requests.delete(request);
    known.used.set(request, command);
    return true;
  }

  #dropOld(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [code, { validUntilMs }] of this.#codes) if (nowMs >= validUntilMs) this.#codes.delete(code);
  }

  /** A wrong try counts for every code of this request, and for a known code that was tried for another request. */
  #countWrongTry(tried: string, request: string): void {
    for (const [code, known] of this.#codes) {
      if (code !== tried && !isFor(known, request)) continue;
      known.wrongTries++;
      if (known.wrongTries >= MAX_WRONG_TRIES) this.#codes.delete(code);
    }
  }
}

const isFor = ({ requests }: Code, request: string): boolean => requests === null || requests.has(request);

/** A new code, of letters that are easy to type. */
export const newCode = (): string =>
  Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");
