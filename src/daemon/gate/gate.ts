// The gate: finds the caller of a request once, and decides in one place, from the operation's record, whether that caller may do it.
import type { IncomingMessage } from "node:http";
import { type Caller, countsAsPerson, pathInOwnSpelling, type Refused, refuseCaller } from "../../core/index.ts";
import type { Operation } from "../../protocol/index.ts";
import { headerOf } from "../server/headers.ts";
import type { FindCaller } from "./caller.ts";
import type { Confirmations } from "./confirmations.ts";

/** The caller of one request. */
export interface RequestCaller {
  /** Found on first use only: it costs a look at all processes. */
  find(): Promise<Caller>;
  /** The request came with a confirmation code. */
  readonly hasCode: boolean;
  /** Names the command in the request, so that the same code confirms a retry of it. Call it before `confirm`. */
  names(command: string): void;
  /** The caller, confirmed if the request came with the right code. A code is valid for one command, and checking it uses it up. */
  confirm(found: Caller): Caller;
}

export type Gate = (request: IncomingMessage) => RequestCaller;

/** Why this caller may not do it; null if it may. Without a body: whether it may call the operation at all. */
export async function mayCall(
  caller: RequestCaller,
  { peopleOnly, peopleOnlyIf }: Pick<Operation, "peopleOnly" | "peopleOnlyIf">,
  body?: Readonly<Record<string, unknown>>,
): Promise<Refused | null> {
  const what = body === undefined ? peopleOnly : peopleOnlyIf?.(body);
  return what ? refuseCaller(caller.confirm(await caller.find()), what) : null;
}

/** Whether the caller may do what only people may. False also if the caller is unknown while an agent runs and no code confirms it. */
export const isPersonCalling = async (caller: RequestCaller): Promise<boolean> =>
  countsAsPerson(caller.confirm(await caller.find()));

interface Parts {
  readonly findCaller: FindCaller;
  readonly confirmations: Pick<Confirmations, "accepts">;
  /** The prefix of the markers of this home's hooks, which count as their user. */
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
      // The claim to be an agent is believed: it only takes rights away.
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
        // The path exactly as it was sent: a code is for a literal path.
        const [path = ""] = pathInOwnSpelling(request.url ?? "").split("?");
        code ??= confirmations.accepts(typed, `${request.method} ${path}`, command) ? "right" : "wrong";
        return { ...caller, code };
      },
    };
  };

/** The runs that the calling program says it is part of (`SKEIN_RUN`), without hooks. */
const runsClaimed = (request: IncomingMessage, hookMarker: string): string[] =>
  (headerOf(request, "skein-within")?.split(",") ?? [])
    .map((run) => run.trim())
    .filter((run) => run !== "" && !run.startsWith(hookMarker));
