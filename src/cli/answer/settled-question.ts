// A question that was named and is settled already: too late, as for whoever answers a moment after somebody else.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Failure } from "../failure.ts";
import { type Outcome, outcomeFailure } from "./give-answer.ts";

/** Null when the session knows of no such question, or of none that is settled. */
export async function settledQuestion(
  client: Client,
  { id: session, name }: Pick<ListedSession, "id" | "name">,
  { id, refer }: { id: string; refer: () => Promise<string> },
): Promise<Failure | null> {
  const { open, closed } = (await client.session(session)).state.permission;
  const found = open.find((one) => one.id === id) ?? closed.find((one) => one.id === id);
  if (!found || found.state === "asked") return null;
  const outcome: Exclude<Outcome, { kind: "answered" }> =
    found.state === "stale"
      ? { kind: "stale", why: found.reason }
      : { kind: "elsewhere", option: found.option, by: found.by };
  // Of a closed question the options are no longer known: what was chosen is told by its id.
  const options = "options" in found ? found.options : [];
  return outcomeFailure({ id, session, name, title: "", options, rule: null, ref: await refer() }, outcome);
}
