// Birth, end and reading of a session, and what people must know about it.
import * as z from "zod";

const workspaceRef = z.object({
  id: z.string(),
  path: z.string(),
  /** The path as it was typed, where that is another way to the same place. */
  alias: z.string().optional(),
  /** Shared by the worktrees of one repository. */
  repoId: z.string().optional(),
});
export type WorkspaceRef = z.infer<typeof workspaceRef>;

/** Where in an agent's own conversation a fork begins. */
const forkPoint = z.object({
  nativeId: z.string(),
  /** The agent's mark of the last turn that the fork has; null when it gave none. */
  mark: z.string().nullable(),
  /** Of the first turn that it does not have; null when there is none yet. */
  nextMark: z.string().nullable(),
  /** Everything that was said there, and nothing is under way. */
  isWhole: z.boolean(),
  /** All that the conversation has used up to there, for agents that report totals. */
  spent: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
});
export type ForkPoint = z.infer<typeof forkPoint>;

const fork = z.object({
  session: z.string(),
  /** The last event that it shares with that session. */
  seq: z.number().int(),
  /** The last turn that it shares; null when there was none. */
  turn: z.string().nullable(),
  /** Null when the agent had said nothing yet: then there is nothing to branch off from. */
  native: forkPoint.nullable(),
  /** What it shares came in a file: what somebody had set there does not hold in the fork. */
  isImported: z.boolean().optional(),
});
export type Fork = z.infer<typeof fork>;

export const lifecycleEvents = {
  /** A session was opened, or opened again (`resumed`) after its end. */
  session_start: z.object({
    agent: z.string(),
    workspace: workspaceRef,
    name: z.string().nullable(),
    resumed: z.boolean(),
    /** Set in the first event of a fork: everything before it was taken over. */
    fork: fork.optional(),
    /** The session that this one was begun in place of (`clear`). */
    after: z.string().optional(),
    /** An environment was given for it: its agent never works with another one. */
    hasOwnEnvironment: z.boolean().optional(),
  }),
  /** A person or a policy closed the session. Its history stays, and the next prompt opens it again. */
  session_end: z.object({ reason: z.string() }),
  /**
   * Everything before it came in a file. What somebody had decided there (rules, mode, model, limits, what was read or selected) does not hold
   * from here on.
   */
  imported: z.object({
    /** The id that it had in the file. */
    from: z.string(),
    workspace: workspaceRef,
    /** Why the agent can't go on with the conversation; not there when it may try. */
    unresumable: z.string().optional(),
  }),
  /** Hidden from lists; the next prompt brings it back. */
  archived: z.object({}),
  unarchived: z.object({}),
  /** Gone for everybody, and gone for good after `until`. What went together has one `batch`. */
  trashed: z.object({ batch: z.string(), until: z.string() }),
  /** Taken out of the trash. */
  restored: z.object({}),
  /** By a person: the session's name. By its agent: what it would call it, shown as the title. */
  renamed: z.object({ name: z.string().nullable() }),
  /** Made the active session of its workspace. */
  selected: z.object({}),
  /** A person has seen everything up to `seq`. */
  acknowledged: z.object({ seq: z.number().int() }),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
  /** Worth knowing, no failure; also what an agent said that its driver could not read. */
  notice: z.object({ kind: z.string(), text: z.string(), raw: z.string().optional() }),
  /** Stands where an event was that is nowhere to be found after damage; `from` and `to` are the whole gap. */
  lost: z.object({ text: z.string(), from: z.number().int(), to: z.number().int() }),
};
