// On a screen that has no room for all, those that need a person come first.
import type { ListedSession } from "../../client/index.ts";
import { needsPerson } from "../render/status-label.ts";

/** Apart from that the order stays. */
export const attentionFirst = <T extends Pick<ListedSession, "status" | "reason">>(sessions: readonly T[]): T[] => [
  ...sessions.filter(needsPerson),
  ...sessions.filter((one) => !needsPerson(one)),
];
