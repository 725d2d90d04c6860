// The gate: who calls is found once for a request, and here it is said what is for people only.
import type { IncomingMessage } from "node:http";
import { type By, HIDDEN, pathInOwnSpelling } from "../../core/index.ts";
import { Refusal } from "../answer.ts";
import { headerOf } from "../request-header.ts";
import type { Caller, FindCaller } from "./caller.ts";
import type { Confirmations } from "./confirmations.ts";

/** Whoever sent one request. */
export interface RequestCaller {
  find(): Promise<Caller>;
  /** Throws unless a person calls. `what` completes "An agent can't …". */
  requirePerson(what: string): Promise<void>;
  /** False also where it can't be told, while an agent lives and no code confirms it. */
  isPerson(): Promise<boolean>;
  /** How the log names this sender: an agent as one, and who hides as hidden. */
  asSender(by: By): Promise<By>;
}

export type Gate = (request: IncomingMessage) => RequestCaller;

interface Parts {
  readonly findCaller: FindCaller;
  readonly confirmations: Pick<Confirmations, "accepts">;
  /** What the markers of this home's hooks begin with, which speak for their person. */
  readonly hookMarker: string;
}

export const openGate =
  ({ findCaller, confirmations, hookMarker }: Parts): Gate =>
  (request) => {
    let found: Promise<Caller> | null = null;
    let isCodeRight: boolean | null = null;
    const find = (): Promise<Caller> => {
      // A claim that only takes rights away is believed.
      found ??= claimsAgent(request, hookMarker) ? Promise.resolve({ kind: "agent" }) : findCaller(request.socket);
      return found;
    };
    const code = headerOf(request, "skein-confirmation");
    /** A code is good for one request, whatever that request asks here. */
    const isConfirmed = (): boolean => {
      // As it was sent: a code is for a path word for word.
      const [path = ""] = pathInOwnSpelling(request.url ?? "").split("?");
      isCodeRight ??= confirmations.accepts(code, `${request.method} ${path}`);
      return isCodeRight;
    };
    const isPerson = (caller: Caller): boolean =>
      caller.kind === "person" || (caller.kind === "unknown" && (caller.isAlone || isConfirmed()));
    return {
      find,
      isPerson: async () => isPerson(await find()),
      async asSender(by) {
        const caller = await find();
        if (caller.kind === "agent") return { ...by, kind: caller.kind };
        const isHidden = caller.kind === "hidden" || (caller.kind === "unknown" && caller.isLapse);
        return isHidden ? { ...by, address: HIDDEN } : by;
      },
      async requirePerson(what) {
        const caller = await find();
        if (isPerson(caller)) return;
        if (caller.kind === "agent") throw new Refusal("self_approval", `An agent can't ${what}; a person must.`);
        const isUnknown = caller.kind === "unknown";
        const why = isUnknown && code !== undefined ? "the code was wrong, or it has expired" : describeCaller(caller);
        const problem = isUnknown ? "confirmation_required" : "self_approval";
        throw new Refusal(problem, `Only a person may ${what}, and ${why}.`);
      },
    };
  };

/** Programs name the runs that they are inside of (`SKEIN_RUN`), as far as they see any. */
function claimsAgent(request: IncomingMessage, hookMarker: string): boolean {
  const runs = headerOf(request, "skein-within")?.split(",") ?? [];
  return runs.some((run) => run.trim() !== "" && !run.trim().startsWith(hookMarker));
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
