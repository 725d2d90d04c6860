// Whether this browser is signed in. A code that the address brought signs it in; it is removed from the address before anything else happens.
import { type ReadonlySignal, signal } from "@preact/signals";
import { ProblemError, type Skein } from "../../client-entry/lazy.ts";
import { keepPageKey } from "../sync/page-key.ts";

interface Out {
  readonly kind: "out";
  /** What the daemon said of a code; null if none was tried. */
  readonly why: string | null;
  readonly isTrying: boolean;
}
type AccessState = { readonly kind: "checking" } | { readonly kind: "in" } | Out;

export interface Access {
  readonly state: ReadonlySignal<AccessState>;
  /** With a code, if there is one. */
  enter(code: string | null): Promise<void>;
}

const CODE_IN_ADDRESS = /#code=([\w-]+)$/;

/** People paste a whole address as well. */
export const codeIn = (typed: string): string => CODE_IN_ADDRESS.exec(typed.trim())?.[1] ?? typed.trim();

/** The code in the address, which is not there any more afterwards: nobody finds it in the history. */
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
      // A code that is used up does not matter to a browser that is signed in.
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

/** Nobody who is not can reach more than this one answer. A daemon that does not answer says nothing of it. */
async function isSignedIn(skein: Pick<Skein, "server">): Promise<boolean> {
  try {
    await skein.server();
    return true;
  } catch (error) {
    return !(error instanceof ProblemError && error.code === "not_signed_in");
  }
}
