// Codes that sign one device in: each is good once and for five minutes. A long one is in an address; a short one beside it can be typed, and is not
// guessed: a few wrong ones end all that could be meant. Only their hashes are kept.
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../session/index.ts";
import { newCode } from "../gate/codes.ts";

export const CODE_MINUTES = 5;
const VALID_MS = CODE_MINUTES * 60_000;
/** Also of those that are used up, so that it can be said why they don't work. */
const MAX_KNOWN = 100;
const CODE_BYTES = 16;
export const MAX_WRONG_TRIES = 5;

type Found = "valid" | "used" | "expired" | "guessed" | "unknown";

interface Code {
  readonly hashes: readonly string[];
  readonly validUntilMs: number;
  readonly hasShort: boolean;
  wrongTries: number;
  isUsed: boolean;
}

const hashOf = (code: string): string => createHash("sha256").update(code).digest("hex");

/** As people type it. */
const plain = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, "");
const SHORT = /^[a-z0-9]{1,12}$/;

/** It may be a guess. */
export const isShort = (typed: string): boolean => SHORT.test(plain(typed));

export class SignInCodes {
  readonly #clock: Pick<Clock, "monotonicMs">;
  /** The oldest first. */
  readonly #codes: Code[] = [];

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** For an address. */
  open(): string {
    const code = randomBytes(CODE_BYTES).toString("base64url");
    this.#add([code], { hasShort: false });
    return code;
  }

  /** For an address, and the same for typing: who uses one has used the other. */
  openPair(): { code: string; short: string } {
    const [code, short] = [randomBytes(CODE_BYTES).toString("base64url"), newCode()];
    this.#add([code, short], { hasShort: true });
    return { code, short: `${short.slice(0, 4)}-${short.slice(4)}` };
  }

  /** A valid code is used up afterwards. */
  take(typed: string): Found {
    const mayBeGuess = isShort(typed);
    const hash = hashOf(mayBeGuess ? plain(typed) : typed.trim());
    const code = this.#codes.findLast(({ hashes }) => hashes.includes(hash));
    if (!code) {
      if (mayBeGuess) this.#countWrongTry();
      return "unknown";
    }
    if (code.isUsed) return "used";
    if (this.#clock.monotonicMs() >= code.validUntilMs) return "expired";
    if (mayBeGuess && code.wrongTries >= MAX_WRONG_TRIES) return "guessed";
    code.isUsed = true;
    return "valid";
  }

  #add(codes: readonly string[], { hasShort }: Pick<Code, "hasShort">): void {
    const validUntilMs = this.#clock.monotonicMs() + VALID_MS;
    this.#codes.push({ hashes: codes.map(hashOf), validUntilMs, hasShort, wrongTries: 0, isUsed: false });
    if (this.#codes.length > MAX_KNOWN) this.#codes.shift();
  }

  /** Nobody can tell which one was meant. */
  #countWrongTry(): void {
    for (const code of this.#codes) if (code.hasShort) code.wrongTries++;
  }
}
