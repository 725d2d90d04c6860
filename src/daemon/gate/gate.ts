// The gate: the caller of a request is found once, and one place says from the operation's record whether that caller may.
import type { IncomingMessage } from "node:http";
import { type Caller, countsAsPerson, pathInOwnSpelling, type Refused, refuseCaller } from "../../core/index.ts";
import type { Operation } from "../../protocol/index.ts";
import { headerOf } from "../server/headers.ts";
import type { FindCaller } from "./caller.ts";
import type { Confirmations } from "./confirmations.ts";

/** Whoever sent one request. */
export interface RequestCaller {
  /** Looked for when something first depends on it: that costs a look at the system. */
  find(): Promise<Caller>;
  /** A code came with the request. */
  readonly hasCode: boolean;
  /** What the request asks for, told apart from anything else: sent again, the same code confirms it. Before `confirm`. */
  names(command: string): void;
  /** This caller with the code that came with the request. A code is good for one command, and used up by looking at it. */
  confirm(found: Caller): Caller;
}

export type Gate = (request: IncomingMessage) => RequestCaller;

/** Why this caller may not; null if it may. Without a body it is said whether the caller may at all. */
export async function mayCall(
  caller: RequestCaller,
  { peopleOnly, peopleOnlyIf }: Pick<Operation, "peopleOnly" | "peopleOnlyIf">,
  body?: Readonly<Record<string, unknown>>,
): Promise<Refused | null> {
  const what = body === undefined ? peopleOnly : peopleOnlyIf?.(body);
  return what ? refuseCaller(caller.confirm(await caller.find()), what) : null;
}

/** Whether it may do what is for people. False also where that can't be told, while an agent lives and no code confirms it. */
export const isPersonCalling = async (caller: RequestCaller): Promise<boolean> =>
  countsAsPerson(caller.confirm(await caller.find()));

interface Parts {
  readonly findCaller: FindCaller;
  readonly confirmations: Pick<Confirmations, "accepts">;
  /** What the markers of this home's hooks begin with, which speak for their person. */
  readonly hookMarker: string;
  /** The session of a run of this home. */
  readonly sessionOf: (run: string) => string | undefined;
}

export const openGate =
  ({ findCaller, confirmations, hookMarker, sessionOf }: Parts): Gate =>
  (request) => {
    let found: Promise<Caller> | null = null;
    let code: "right" | "wrong" | null = null;
    let command: string | null = null;
    const typed = headerOf(request, "skein-confirmation");
    const find = async (): Promise<Caller> => {
      // A claim that only takes rights away is believed.
      const [claimed] = runsClaimed(request, hookMarker);
      const caller =
        claimed === undefined ? await findCaller(request.socket) : { kind: "agent" as const, run: claimed };
      const session = caller.kind === "agent" && caller.run !== undefined ? sessionOf(caller.run) : undefined;
      return session === undefined ? caller : ({ ...caller, session } as Caller);
    };
    return {
      find() {
        found ??= find();
        return found;
      },
      hasCode: typed !== undefined,
      names(named) {
        command = named;
      },
      confirm(caller) {
        if (caller.kind !== "unknown" || caller.isAlone || typed === undefined) return caller;
        // As it was sent: a code is for a path word for word.
        const [path = ""] = pathInOwnSpelling(request.url ?? "").split("?");
        code ??= confirmations.accepts(typed, `${request.method} ${path}`, command) ? "right" : "wrong";
        return { ...caller, code };
      },
    };
  };

/** Programs name the runs that they are inside of (`SKEIN_RUN`), as far as they see any. */
const runsClaimed = (request: IncomingMessage, hookMarker: string): string[] =>
  (headerOf(request, "skein-within")?.split(",") ?? [])
    .map((run) => run.trim())
    .filter((run) => run !== "" && !run.startsWith(hookMarker));
