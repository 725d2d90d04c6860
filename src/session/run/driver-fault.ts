// A driver that throws. Drivers must be total; if one is not, it is unknown what the agent asked or waits for, so its run is ended.
import type { Driver, Fact } from "../../agents/index.ts";
import { stopError } from "../../core/index.ts";
import { messageOf } from "../../system/index.ts";

export class DriverFault extends Error {}

/** Marks what a driver throws as the driver's fault. */
export function askDriver<T>(ask: () => T): T {
  try {
    return ask();
  } catch (cause) {
    throw new DriverFault(whyOf(cause), { cause });
  }
}

const GO_ON = "send a prompt to continue in a new run";

type ErrorData = Extract<Fact, { type: "error" }>["data"];

/** Why the agent was stopped when it could not be told something. */
export const untoldError = ({ title }: Driver, fault: DriverFault): ErrorData =>
  stopError("driver_fault", `Skein could not answer ${title} (${fault.message}), so it was stopped.`, GO_ON);

/** Why the agent was stopped over a line. */
export const misreadError = ({ title }: Driver): Fact => ({
  type: "error",
  data: stopError(
    "driver_fault",
    `Skein could not understand a line of ${title}. It may contain a question, so the agent was stopped.`,
    GO_ON,
  ),
});

/** The message about a line on which the driver threw. */
export function misreadLine(error: unknown, raw: string): Fact {
  const text = `a line of the agent could not be understood: ${whyOf(error)}`;
  return { type: "notice", data: { kind: "driver_fault", text, raw: raw.slice(0, 2000) } };
}

/** The same for the end of a process. */
export function misreadEnd(error: unknown): Fact {
  const text = `what the end of the agent means could not be understood: ${whyOf(error)}`;
  return { type: "notice", data: { kind: "driver_fault", text } };
}

const whyOf = (error: unknown): string => messageOf(error).slice(0, 400);
