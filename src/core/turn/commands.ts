export interface InterruptCommand {
  type: "interrupt";
  /** Refuse when another turn runs by now. */
  turn?: string | undefined;
}
