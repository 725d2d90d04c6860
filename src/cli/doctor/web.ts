// The web page: whether it is open, for which addresses, and how many devices may use it.
import { ProblemError, type WebStatusAnswer } from "../../client/index.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Check, Finding } from "./check.ts";

export const web: Check = {
  id: "web",
  async run({ client }) {
    return client ? webFindings(await client.webStatus().catch(notKnown)) : [];
  },
};

/** A daemon of another version. */
function notKnown(error: unknown): null {
  if (error instanceof ProblemError && error.code === "route_not_found") return null;
  throw error;
}

const title = "page";

export function webFindings(status: Omit<WebStatusAnswer, "port"> | null): Finding[] {
  if (status === null) return [];
  const { isOpen, addresses, devices, problem } = status;
  if (problem !== null) {
    const text = `${isOpen ? "open here, but not everywhere" : "closed"}: ${safeLine(problem)}`;
    return [{ state: "warning", title, text, fix: "open it again: skein web" }];
  }
  if (!isOpen) return [{ state: "ok", title, text: "closed: browsers can't reach the daemon" }];
  const where = addresses.map(({ url }) => safeLine(url)).join(", ");
  const isReached = addresses.some(({ reach }) => reach === "network");
  const who = `${pluralize(devices, "device")} signed in`;
  return [
    {
      state: "ok",
      title,
      text: `open ${isReached ? "to other machines, too" : "to this machine only"}: ${where}; ${who}`,
    },
  ];
}
