// Whether the daemon can tell an agent from a person; if not, people confirm commands with a code.
import { type CallerAnswer, ProblemError } from "../../client/index.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Check, Finding } from "./check.ts";

export const callers: Check = {
  id: "callers",
  async run({ client }) {
    return client ? [callerFinding(await client.caller().catch(notKnown), process.platform)] : [];
  },
};

/** A daemon of another version. */
function notKnown(error: unknown): null {
  if (error instanceof ProblemError && error.code === "route_not_found") return null;
  throw error;
}

const title = "callers";
const CODE = "until then, skein answer shows a code in your terminal and asks for it";

/** Null if the daemon is too old to tell. */
export function callerFinding(
  caller: Pick<CallerAnswer, "kind" | "text" | "cause"> | null,
  platform: NodeJS.Platform,
): Finding {
  if (caller === null) return { state: "note", title, text: "the daemon is too old to report who calls" };
  const text = safeLine(caller.text);
  switch (caller.kind) {
    case "person":
      return { state: "ok", title, text: "agents and people can be told apart" };
    case "agent":
      return { state: "note", title, text: `${text}: commands for people are refused here` };
    case "hidden":
      return { state: "warning", title, text, fix: "use a terminal outside the container or namespace" };
    case "unknown":
      return {
        state: "warning",
        title,
        text: `${text}: agents can't be told from you`,
        fix: fixFor(caller.cause, platform),
      };
    default:
      return caller.kind satisfies never;
  }
}

function fixFor(cause: CallerAnswer["cause"], platform: NodeJS.Platform): string {
  if (platform !== "linux")
    return "run agents in a sandbox if that matters; skein answer shows a code in your terminal and asks for it";
  if (cause === "ss_missing") return `install iproute2 with the system's package manager; ${CODE}`;
  if (cause === "not_reported")
    return `run the daemon where ss -x shows the peers of sockets (outside of this container or sandbox); ${CODE}`;
  if (cause === "connection_failed")
    return `skein daemon stop: the next command starts a new one, and agents keep running; ${CODE}`;
  return `see what this says: ss -xnOH (another version of iproute2 may help); ${CODE}`;
}
