// Start, end and reading of a session, and notices about it.
import * as z from "zod";
import { forkPoint } from "../binding/fork-point.ts";

const workspaceRef = z.object({
  id: z.string(),
  path: z.string(),
  alias: z.string().optional().describe("The path as typed, if it is another path to the same directory."),
  repoId: z.string().optional().describe("Shared by the worktrees of one repository."),
});
export type WorkspaceRef = z.infer<typeof workspaceRef>;

const fork = z.object({
  session: z.string(),
  seq: z.number().int().describe("The last event that it shares with that session."),
  turn: z.string().nullable().describe("The last turn that it shares; null when there was none."),
  native: forkPoint.nullable().describe("Null if the agent had said nothing yet: then there is nothing to fork."),
  isImported: z
    .boolean()
    .optional()
    .describe("The shared part was imported: settings made there do not apply to the fork."),
});
export type Fork = z.infer<typeof fork>;

const MAX_ID_LENGTH = 200;
const MAX_WAITING = 200;
const externalName = z.string().max(MAX_ID_LENGTH);

const externalId = z.object({
  system: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .describe("The program that recorded it, such as `mitto`."),
  id: externalName.describe("Its id there."),
  agent: externalName.optional().describe("What its agent is called there."),
  conversation: externalName.optional().describe("The agent's own id of the conversation, as recorded there."),
  parent: externalName.optional().describe("The id of the session that started it there."),
  taken: z
    .object({
      records: z.number().int().nonnegative().describe("How many records there were."),
      last: externalName.nullable().describe("The hash of the last one; null if there was none."),
      damaged: z
        .number()
        .int()
        .nonnegative()
        .optional()
        .describe("How many places behind it could not be read, and were named."),
      waiting: z.array(externalName).max(MAX_WAITING).describe("The ids of the prompts that were queued there."),
    })
    .describe("Up to where it was imported: a later import takes what came after."),
});
/** Where a session comes from that another program recorded. */
export type ExternalId = z.infer<typeof externalId>;

export const lifecycleEvents = {
  session_start: z
    .object({
      agent: z.string(),
      workspace: workspaceRef,
      name: z.string().nullable(),
      resumed: z.boolean(),
      fork: fork.optional().describe("Set in the first event of a fork: everything before it is inherited."),
      after: z.string().optional().describe("The session that `clear` replaced with this one."),
      hasOwnEnvironment: z
        .boolean()
        .optional()
        .describe("An environment was given for it: its agent never works with another one."),
    })
    .describe("A session was opened, or opened again (`resumed`) after its end."),
  session_end: z
    .object({ reason: z.string() })
    .describe("A person or a policy closed the session. Its history stays, and the next prompt opens it again."),
  imported: z
    .object({
      from: z.string().describe("The id that it had in the file."),
      workspace: workspaceRef,
      unresumable: z.string().optional().describe("Why the agent can't resume the conversation; absent if it may try."),
      isMore: z
        .boolean()
        .optional()
        .describe(
          "More of a session that was imported before, from the program that recorded it: no decision is among it, so those made here hold.",
        ),
    })
    .describe(
      "* Everything before it came in a file. What somebody had decided there (rules, mode, model, limits, what was read, selected or pinned) does not hold from here on.",
    ),
  external_id: externalId.describe(
    "Another program recorded the session; written with everything that is imported from it.",
  ),
  archived: z.object({}).describe("Hidden from lists; the next prompt brings it back."),
  unarchived: z.object({}),
  trashed: z
    .object({ batch: z.string(), until: z.string() })
    .describe("In the trash, and removed for good after `until`. Sessions deleted together share a `batch`."),
  restored: z.object({}).describe("Taken out of the trash."),
  renamed: z
    .object({ name: z.string().nullable() })
    .describe("By a person: the session's name. By its agent: a suggestion, shown as the title."),
  selected: z.object({}).describe("Made the active session of its workspace."),
  acknowledged: z.object({ seq: z.number().int() }).describe("A person has seen everything up to `seq`."),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
  notice: z
    .object({ kind: z.string(), text: z.string(), raw: z.string().optional() })
    .describe("Information, not a failure; also output of an agent that its driver could not read."),
  lost: z
    .object({ text: z.string(), from: z.number().int(), to: z.number().int() })
    .describe("In place of an event that could not be recovered after damage; `from` and `to` are the whole gap."),
};
