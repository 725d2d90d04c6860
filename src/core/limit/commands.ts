/** `null` removes a limit; omitted ones stay. */
export interface LimitCommand {
  type: "set_limits";
  turnMinutes?: number | null | undefined;
  budgetUsd?: number | null | undefined;
  budgetTokens?: number | null | undefined;
}
