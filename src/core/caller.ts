// Who asks for something, as far as decisions depend on it. Some things are for people alone: who counts as one is said here.
import { type By, HIDDEN } from "./event.ts";
import { type Refused, reject } from "./rejection.ts";

/** Why the system does not tell who calls. */
export const unknownCauses = ["connection_failed", "not_reported", "ss_failed", "ss_missing", "unsupported"] as const;
export type UnknownCause = (typeof unknownCauses)[number];

export type Caller =
  /** A person's program, at the daemon's socket. */
  | { readonly kind: "person" }
  /** An agent, or something that one has started. `run` and `session` are the agent's, where that is known. */
  | { readonly kind: "agent"; readonly run?: string; readonly session?: string }
  /** The system tells who calls, and does not tell of this one: it has gone, or lives in another namespace, or as another user. */
  | { readonly kind: "hidden" }
  /**
   * The system does not tell of anybody. `isAlone`: no agent lives that it could be. `isLapse`: the system usually tells, and this look failed,
   * which an agent can bring about. `code`: whether the code that came with the request is the one that its person was shown.
   */
  | {
      readonly kind: "unknown";
      readonly why: string;
      readonly cause?: UnknownCause;
      readonly isAlone: boolean;
      readonly isLapse: boolean;
      readonly code?: "right" | "wrong";
    };

/** Whether the caller may do what is for people. */
export const countsAsPerson = (caller: Caller): boolean =>
  caller.kind === "person" || (caller.kind === "unknown" && (caller.isAlone || caller.code === "right"));

/** How the log names this caller as the sender of a prompt: an agent as one, and a caller who hides as hidden. */
export function senderOf(caller: Caller, by: By): By {
  if (caller.kind === "agent") return { ...by, kind: "agent" };
  const isHidden = caller.kind === "hidden" || (caller.kind === "unknown" && caller.isLapse);
  return isHidden ? { ...by, address: HIDDEN } : by;
}

/** Null where the caller counts as a person. `what` completes "An agent can't …". */
export function refuseCaller(caller: Caller, what: string): Refused | null {
  if (countsAsPerson(caller)) return null;
  if (caller.kind === "agent") return reject("self_approval", `An agent can't ${what}; a person must.`);
  const isUnknown = caller.kind === "unknown";
  const isWrong = isUnknown && caller.code === "wrong";
  const why = isWrong ? "the code was wrong, or it has expired" : describeCaller(caller);
  return reject(isUnknown ? "confirmation_required" : "self_approval", `Only a person may ${what}, and ${why}.`);
}

export function describeCaller(caller: Caller): string {
  switch (caller.kind) {
    case "person":
      return "this is a person's program";
    case "agent":
      return "the caller is an agent, or something that one has started";
    case "hidden":
      return "the caller can't be identified: it is gone, in another container or network namespace, or another user";
    case "unknown":
      return `this system does not report who the caller is (${caller.why})`;
    default:
      return caller satisfies never;
  }
}
