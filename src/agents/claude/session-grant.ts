// "Allow for this session": Claude Code's own proposals, if the question can say what each of them would allow.
import * as z from "zod";
import { type Grant, grantLabel, grantNote } from "../kit/questions/grant-label.ts";
import { ALL_EDITS } from "./modes.ts";

const proposal = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("addRules"),
    rules: z.array(z.object({ toolName: z.string(), ruleContent: z.string().optional() })).min(1),
    behavior: z.literal("allow"),
  }),
  z.object({ type: z.literal("addDirectories"), directories: z.array(z.string()).min(1) }),
  // Any other mode would allow more than the question says.
  z.object({ type: z.literal("setMode"), mode: z.literal(ALL_EDITS) }),
]);
type Proposal = z.infer<typeof proposal>;

const readable = (proposals: readonly unknown[]): Proposal[] =>
  proposals.flatMap((one) => {
    const { data } = proposal.safeParse(one);
    return data ? [data] : [];
  });

/**
 * They last as long as the session and are not written into settings; null if none is left. For a command that changes files all of them are
 * used together, the mode included, because with the rule alone Claude Code would ask again.
 */
export function sessionUpdates(proposals: readonly unknown[]): unknown[] | null {
  const updates = readable(proposals).map((one) => ({ ...one, destination: "session" }));
  return updates.length === 0 ? null : updates;
}

export function sessionLabel(updates: readonly unknown[]): string {
  const named = grantsIn(updates);
  const isEdits = readable(updates).some(({ type }) => type === "setMode");
  return grantLabel(named, isEdits ? [...(named.length === 0 ? ["this"] : []), "all edits"] : []);
}

export const sessionNote = (updates: readonly unknown[]): string | null => grantNote(grantsIn(updates));

const grantsIn = (updates: readonly unknown[]): Grant[] =>
  readable(updates).flatMap((one): Grant[] => {
    switch (one.type) {
      case "addRules":
        return one.rules.map(({ toolName, ruleContent }) => ({
          name: ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
        }));
      case "addDirectories":
        return one.directories.map((name) => ({ what: "the directory ", name }));
      default:
        return [];
    }
  });
