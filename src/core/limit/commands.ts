/** `null` takes a limit away; what is not given stays. */
export interface LimitCommand {
  type: "set_limits";
  turnMinutes?: number | null | undefined;
  budgetUsd?: number | null | undefined;
  budgetTokens?: number | null | undefined;
}
