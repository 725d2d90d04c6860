export interface InterruptCommand {
  type: "interrupt";
  /** Refuse if another turn runs by now. */
  turn?: string | undefined;
  /** Also clear the queue; then it is not refused when no turn runs. */
  clear?: boolean | undefined;
}
