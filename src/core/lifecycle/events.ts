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

export const lifecycleEvents = {
  /** A session was opened, or opened again (`resumed`) after its end. */
  session_start: z.object({
    agent: z.string(),
    workspace: workspaceRef,
    name: z.string().nullable(),
    resumed: z.boolean(),
  }),
  /** A person or a policy closed the session. Its history stays, and the next prompt opens it again. */
  session_end: z.object({ reason: z.string() }),
  /** By a person: the session's name. By its agent: what it would call it, shown as the title. */
  renamed: z.object({ name: z.string() }),
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
