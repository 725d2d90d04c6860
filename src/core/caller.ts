// The caller of an operation. Some operations are for people only: this file says who counts as a person.
import { HIDDEN } from "./by.ts";
import type { By } from "./event.ts";
import { type Refused, reject } from "./rejection.ts";

/** Why the system does not report the caller. */
export const unknownCauses = ["connection_failed", "not_reported", "ss_failed", "ss_missing", "unsupported"] as const;
export type UnknownCause = (typeof unknownCauses)[number];

export type Caller =
  /** A person's program that is connected to the daemon's socket. */
  | { readonly kind: "person" }
  /** An agent, or a process that it started. `run` and `session` are the agent's, if known. */
  | { readonly kind: "agent"; readonly run?: string; readonly session?: string }
  /** The system reports callers, but not this one: it has exited, or belongs to another namespace or user. */
  | { readonly kind: "hidden" }
  /**
   * The system reports no callers. `isAlone`: no agent runs, so it can't be one. `isLapse`: the system usually reports callers, and this lookup
   * failed, which an agent can cause. `code`: whether the request has the code that the person was shown.
   */
  | {
      readonly kind: "unknown";
      readonly why: string;
      readonly cause?: UnknownCause;
      readonly isAlone: boolean;
      readonly isLapse: boolean;
      readonly code?: "right" | "wrong";
    };

/** Whether the caller may do what only people may do. */
export const countsAsPerson = (caller: Caller): boolean =>
  caller.kind === "person" || (caller.kind === "unknown" && (caller.isAlone || caller.code === "right"));

/** The caller as the sender of a prompt in the log: an agent is recorded as an agent, an unidentifiable caller as hidden. */
export function senderOf(caller: Caller, by: By): By {
  if (caller.kind === "agent") return { ...by, kind: "agent" };
  const isHidden = caller.kind === "hidden" || (caller.kind === "unknown" && caller.isLapse);
  return isHidden ? { ...by, address: HIDDEN } : by;
}

/** Null if the caller counts as a person. `what` completes "An agent can't …". */
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
