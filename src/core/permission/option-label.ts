// What an option is called. An agent chooses the words; what the option does is its kind, and the words must not say the opposite.
import type { PermissionOption } from "./events.ts";

const ours: Record<PermissionOption["kind"], string> = {
  allow_once: "Allow once",
  allow_always: "Allow from now on",
  reject_once: "Deny",
  reject_always: "Deny from now on",
};

const yes = /^\W*(allow|yes|approve|accept|proceed|ok|okay|run|confirm|always|answer|continue|trust|once)\b/i;
const no =
  /^\W*(do not|don['’]?t|deny|no|not|never|reject|refuse|cancel|decline|block|skip|stop|abort|always (deny|reject))\b/i;

/**
 * The agent's words where they begin with a yes or a no that fits the kind; otherwise ours, with the agent's behind them. What holds from now
 * on is always named by us: no word of the agent's may hide that it will not ask again.
 */
export function optionLabel({ label, kind }: Pick<PermissionOption, "label" | "kind">): string {
  const isPlain = kind === "allow_once" ? yes.test(label) && !no.test(label) : kind === "reject_once" && no.test(label);
  return isPlain || label === ours[kind] ? label : `${ours[kind]} ("${label}")`;
}
