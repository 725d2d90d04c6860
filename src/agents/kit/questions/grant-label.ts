// The label of a yes that an agent remembers: it names what would be allowed from then on.
import { shortened } from "../tool-calls/tool-title.ts";
import { pathLine } from "./shown.ts";

const MAX_NAMED = 3;

export interface Grant {
  /** Goes before the name: "the directory ". */
  readonly what?: string;
  readonly name: string;
}

/** "Allow `Bash(npm test:*)`, the directory `/srv` and 2 more for this session". `besides` is added by Skein. */
export function grantLabel(grants: readonly Grant[], besides: readonly string[] = []): string {
  const named = grants.slice(0, MAX_NAMED).map(({ what = "", name }) => `${what}\`${shortened(name)}\``);
  const more = grants.length - named.length;
  const all = [...named, ...besides, ...(more > 0 ? [`${more} more`] : [])];
  const last = all.length > 1 ? ` and ${all.at(-1)}` : "";
  return `Allow ${(last === "" ? all : all.slice(0, -1)).join(", ")}${last} for this session`;
}

/** The complete list, one per line, for a question's notes; null if the label is complete. */
export function grantNote(grants: readonly Grant[]): string | null {
  const isWhole = grants.length <= MAX_NAMED && grants.every(({ name }) => shortened(name) === name);
  if (isWhole) return null;
  return [
    "for this session would be allowed:",
    ...grants.map(({ what = "", name }) => `${what}${pathLine(name)}`),
  ].join("\n");
}
