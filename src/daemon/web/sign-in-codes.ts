// Codes that sign one device in: each is good once and for five minutes. Only their hashes are kept.
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../session/index.ts";

export const CODE_MINUTES = 5;
const VALID_MS = CODE_MINUTES * 60_000;
/** Also of those that are used up, so that it can be said why they don't work. */
const MAX_KNOWN = 100;
const CODE_BYTES = 32;

type Found = "valid" | "used" | "expired" | "unknown";

interface Code {
  readonly validUntilMs: number;
  isUsed: boolean;
}

const hashOf = (code: string): string => createHash("sha256").update(code).digest("hex");

export class SignInCodes {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #codes = new Map<string, Code>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  open(): string {
    const code = randomBytes(CODE_BYTES).toString("base64url");
    this.#codes.set(hashOf(code), { validUntilMs: this.#clock.monotonicMs() + VALID_MS, isUsed: false });
    for (const oldest of this.#codes.keys()) {
      if (this.#codes.size <= MAX_KNOWN) break;
      this.#codes.delete(oldest);
    }
    return code;
  }

  /** A valid code is used up afterwards. */
  take(typed: string): Found {
    const code = this.#codes.get(hashOf(typed.trim()));
    if (!code) return "unknown";
    if (code.isUsed) return "used";
    if (this.#clock.monotonicMs() >= code.validUntilMs) return "expired";
    code.isUsed = true;
    return "valid";
  }
}
