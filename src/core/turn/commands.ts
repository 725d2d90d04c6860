import type { Limits } from "../limit/state.ts";

export interface InterruptCommand {
  type: "interrupt";
  /** Refuse if another turn runs by now. */
  turn?: string | undefined;
  /** Also clear the queue; then it is not refused when no turn runs. */
  clear?: boolean | undefined;
  /** The agent can be asked to end its background tasks: if no turn runs, they are stopped. */
  endsTasks?: boolean | undefined;
  /** From the config: whether the session continues automatically after its quota. */
  limits?: Limits | undefined;
}
