// Tries a code for a device, and holds up who tries many. A right long code always counts: wrong ones of others at the same address, such as every
// program of this machine, keep nobody from signing in.
import type { ServerResponse } from "node:http";
import type { Clock } from "../../session/index.ts";
import { RateLimiter, refuseTooMany } from "./rate-limiter.ts";
import { isShort, type SignInCodes } from "./sign-in-codes.ts";

/** By address. */
const TRY_RATE = { burst: 30, perSecond: 0.5 };

interface Try {
  readonly code: string;
  readonly address: string;
  readonly response: ServerResponse;
}

export function codeTrier(codes: SignInCodes, clock: Pick<Clock, "monotonicMs">) {
  const tries = new RateLimiter(TRY_RATE, clock);
  return ({ code, address, response }: Try): ReturnType<SignInCodes["take"]> => {
    const count = (): void => refuseTooMany(response, tries.take(address));
    // Before it is looked at: what is short can be guessed.
    if (isShort(code)) count();
    const found = codes.take(code);
    if (found !== "valid" && !isShort(code)) count();
    return found;
  };
}
