// Whether this browser is signed in. A code in the address signs it in, and is removed from the address first.
import { type ReadonlySignal, signal } from "@preact/signals";
import { ProblemError, type Skein } from "../../client-entry/lazy.ts";
import { keepPageKey } from "../sync/page-key.ts";

interface Out {
  readonly kind: "out";
  /** The daemon's answer to a wrong code; null if none was tried. */
  readonly why: string | null;
  readonly isTrying: boolean;
}
type AccessState = { readonly kind: "checking" } | { readonly kind: "in" } | Out;

export interface Access {
  readonly state: ReadonlySignal<AccessState>;
  /** Signs in with a code, or without one checks whether the browser is signed in. */
  enter(code: string | null): Promise<void>;
}

const CODE_IN_ADDRESS = /#code=([\w-]+)$/;

/** Accepts a pasted address too. */
export const codeIn = (typed: string): string => CODE_IN_ADDRESS.exec(typed.trim())?.[1] ?? typed.trim();

/** Takes the code out of the address, so that it is not in the browser's history. */
export function takeCode(): string | null {
  const code = CODE_IN_ADDRESS.exec(window.location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, "", window.location.pathname + window.location.search);
  return code;
}

export function openAccess(skein: Pick<Skein, "signIn" | "server">): Access {
  const state = signal<AccessState>({ kind: "checking" });
  return {
    state,
    async enter(code) {
      const before = state.value;
      if (before.kind === "out") state.value = { ...before, isTrying: true };
      const why = code === null ? null : await whyRefused(skein, code);
      // A used code does not matter if the browser is signed in.
      const isIn = (code !== null && why === null) || (await isSignedIn(skein));
      state.value = isIn ? { kind: "in" } : { kind: "out", why, isTrying: false };
    },
  };
}

const NO_ANSWER = "The machine does not answer. Try again in a moment.";

async function whyRefused(skein: Pick<Skein, "signIn">, code: string): Promise<string | null> {
  try {
    const { key } = await skein.signIn(code);
    if (key !== undefined) keepPageKey(key);
    return null;
  } catch (error) {
    return error instanceof ProblemError ? error.message : NO_ANSWER;
  }
}

/** Without a sign-in the daemon refuses this request. A daemon that does not answer proves nothing. */
async function isSignedIn(skein: Pick<Skein, "server">): Promise<boolean> {
  try {
    await skein.server();
    return true;
  } catch (error) {
    return !(error instanceof ProblemError && error.code === "not_signed_in");
  }
}
