import type { Limits } from "../limit/state.ts";

export interface InterruptCommand {
  type: "interrupt";
  /** Refuse when another turn runs by now. */
  turn?: string | undefined;
  /** Empty the queue, too; then nothing running is no reason to refuse. */
  clear?: boolean | undefined;
  /** The agent can be asked to end its background tasks: where no turn runs, they are what stops. */
  endsTasks?: boolean | undefined;
  /** What the config allows: whether the session goes on by itself when its quota is there again. */
  limits?: Limits | undefined;
}
