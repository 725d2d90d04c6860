// Whether this browser is signed in.
import { type ReadonlySignal, signal } from "@preact/signals";
import { ProblemError, type Skein } from "../../client-entry/lazy.ts";

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
  /** A request failed. A daemon that does not answer proves nothing: the page is shown with what this browser has kept. */
  noAnswer(): void;
}

const NO_ANSWER = "The machine does not answer. Try again in a moment.";

interface Ports {
  readonly skein: Pick<Skein, "signIn" | "server">;
  readonly keepKey: (key: string) => void;
}

export function openAccess({ skein, keepKey }: Ports): Access {
  const state = signal<AccessState>({ kind: "checking" });
  let isTryingCode = false;
  async function whyRefused(code: string): Promise<string | null> {
    try {
      const { key } = await skein.signIn(code);
      if (key !== undefined) keepKey(key);
      return null;
    } catch (error) {
      return error instanceof ProblemError ? error.message : NO_ANSWER;
    }
  }

  return {
    state,
    noAnswer() {
      if (state.value.kind === "checking" && !isTryingCode) state.value = { kind: "in" };
    },
    async enter(code) {
      const before = state.value;
      if (before.kind === "out") state.value = { ...before, isTrying: true };
      isTryingCode = code !== null;
      const why = code === null ? null : await whyRefused(code);
      isTryingCode = false;
      // A used code does not matter if the browser is signed in.
      const isIn = (code !== null && why === null) || (await isSignedIn(skein));
      state.value = isIn ? { kind: "in" } : { kind: "out", why, isTrying: false };
    },
  };
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
