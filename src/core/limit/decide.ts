import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { SessionState } from "../state.ts";

export function decideLimits(
  { limit }: SessionState,
  command: CommandOf<"set_limits">,
  { by }: DecisionContext,
): Decision {
  const { type: _, ...wanted } = command;
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const own = { ...limit.own, ...given };
  const isNews = JSON.stringify(own) !== JSON.stringify(limit.own);
  return { events: isNews ? [{ type: "limits_changed", by, data: given }] : [], outcome: { state: "set", ...own } };
}
