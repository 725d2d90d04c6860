// Checks values that go to an agent's program or come from it: ids must have the driver's form, and modes and models must not look like flags.
import { isMode, isModelName } from "../../core/index.ts";
import type { Fact, IdShapes, LaunchContext } from "../driver.ts";
import { isId } from "./id-shapes.ts";

type Values = Pick<LaunchContext, "nativeId" | "fork" | "mode" | "model">;

/** Why a launch has a value that its program must not be given, as one sentence; null if all are fit. */
export function unfitValue({ title, ids }: Launched, { nativeId, fork, mode, model }: Values): string | null {
  const conversation = nativeId ?? fork?.nativeId ?? null;
  if (conversation !== null && !isId(ids.conversation, conversation)) return unfitConversation(title, conversation);
  const mark = [fork?.mark, fork?.nextMark].find((one) => typeof one === "string" && !isId(ids.mark, one));
  if (typeof mark === "string") return `${quoted(mark)} is not a point in a conversation of ${title}.`;
  if (mode !== null && !isMode(mode)) return `${quoted(mode)} is not a mode.`;
  if (model !== null && !isModelName(model)) return `${quoted(model)} can't be the name of a model.`;
  return null;
}

interface Launched {
  readonly title: string;
  readonly ids: IdShapes;
}

const unfitConversation = (title: string, id: string): string =>
  `${quoted(id)} is not the id of a conversation of ${title}.`;

/** Removes ids from a fact that could not be sent back to the agent. A conversation without a valid id can't be used. */
export function withFitIds({ title, ids }: Launched, fact: Fact): Fact[] {
  if (fact.type === "bound" && !isId(ids.conversation, fact.nativeId)) {
    const message = `${title} calls its conversation ${quoted(fact.nativeId)}, which can't be an id.`;
    const hint = "update it, or start a new session: skein new";
    return [{ type: "error", data: { code: "start_failed", message, hint } }];
  }
  if (fact.type === "turn_end" && fact.mark !== undefined && !isId(ids.mark, fact.mark)) {
    const { mark, ...end } = fact;
    const text = `${title} calls the end of this turn ${quoted(mark)}, which can't be an id, so no fork can begin here`;
    return [{ type: "notice", data: { kind: "unfit_mark", text } }, end];
  }
  return [fact];
}

const MAX_SHOWN_LENGTH = 80;
const quoted = (text: string): string => JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH));
