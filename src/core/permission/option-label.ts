// The label of an option. The agent chooses the words; the option's kind says what it does, and the words must not say the opposite.
import type { PermissionOption } from "./events.ts";

const ours: Record<PermissionOption["kind"], string> = {
  allow_once: "Allow once",
  allow_always: "Allow from now on",
  reject_once: "Deny",
  reject_always: "Deny from now on",
};

const about = "(?: (?:it|this|once|now|just once|one time|this time|this once|the command|this command))*";
/** A plain yes or no only: words after the first can reverse its meaning. */
const yes = new RegExp(
  `^(?:(?:yes|ok|okay)|(?:(?:yes|ok|okay),? )?(?:allow|approve|accept|proceed|run|confirm|answer|submit|continue))${about}[.!]?$`,
  "i",
);
const no = new RegExp(
  `^(?:no|(?:no,? )?(?:deny|reject|refuse|cancel|decline|block|skip|(?:do not|don['’]?t) (?:allow|approve|accept|proceed|run|confirm|answer|submit|continue)))${about}[.!]?$`,
  "i",
);

/**
 * The agent's words if they are a plain yes or no that fits the kind; otherwise ours, followed by the agent's. Options that hold from now
 * on always have our label, so that the agent can't hide that it will not ask again.
 */
export function optionLabel({ label, kind }: Pick<PermissionOption, "label" | "kind">): string {
  const isPlain = (kind === "allow_once" && yes.test(label)) || (kind === "reject_once" && no.test(label));
  return isPlain || label === ours[kind] ? label : `${ours[kind]} ("${label}")`;
}
