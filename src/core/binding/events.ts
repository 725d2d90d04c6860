// The binding between a session and its agent's process.
import * as z from "zod";

const agentCommand = z.object({
  name: z
    .string()
    .describe("Without the slash. Some agents list `memory show` beside `memory`: the first word counts."),
  description: z.string().optional(),
  hint: z.string().optional().describe("What may follow it."),
  aliases: z.array(z.string()).optional(),
});
export type AgentCommand = z.infer<typeof agentCommand>;

const agentExitOutcome = z.enum([
  /** Exited by itself, cleanly. */
  "exited",
  /** Exited by itself, with an error or a signal that we did not send. */
  "crashed",
  /** Ended by us. */
  "stopped",
  /** Parked: the next prompt resumes it. */
  "rested",
  /** Found gone, with an unknown exit status (the machine went down, its keeper was killed). */
  "lost",
]);
export type AgentExitOutcome = z.infer<typeof agentExitOutcome>;

/** How Skein talks to an agent: with one long-lived process in its own protocol or over ACP, or with one process per prompt. */
const transport = z.enum(["stream", "acp", "oneshot"]);
export type Transport = z.infer<typeof transport>;

export const bindingEvents = {
  agent_start: z
    .object({
      run: z.string(),
      agent: z.string(),
      resume: z.string().nullable(),
      transport: transport.optional().describe("The transport of this run, whatever is configured now."),
      fork: z.string().optional().describe("The conversation that it branches off from."),
      program: z.string().optional().describe("The program, as it was found."),
      nativeFiles: z
        .string()
        .optional()
        .describe("Where the agent keeps its own record of the conversation, if known (`nativeFileOf`)."),
      hasOwnEnvironment: z.boolean().optional().describe("It has the session's stored environment, not the daemon's."),
    })
    .describe("Committed before the process is spawned; a run never starts twice."),
  agent_bound: z
    .object({
      run: z.string(),
      nativeId: z.string(),
      provenance: z.enum(["assigned", "reported"]),
      model: z.string().optional(),
    })
    .describe("The agent is ready, and this is its own name for the conversation."),
  commands_listed: z
    .object({ run: z.string(), commands: z.array(agentCommand) })
    .describe("The agent's own commands; written again only if they change."),
  resume_failed: z
    .object({ run: z.string(), nativeId: z.string(), message: z.string(), hint: z.string() })
    .describe("The agent has no conversation of that name. Its name is kept, and no new conversation starts."),
  agent_parked: z.object({ run: z.string(), text: z.string() }).describe("An idle process is ended as planned."),
  agent_exit: z.object({
    run: z.string(),
    outcome: agentExitOutcome,
    code: z.number().nullable(),
    signal: z.string().nullable(),
    turn: z.string().nullable().optional().describe("The turn that it left unfinished."),
    text: z.string().describe("One sentence for people."),
    stderr: z.string().optional(),
    left: z
      .array(z.number())
      .optional()
      .describe(
        "The pids of processes that it started and Skein may not end: they belong to another user, as what `sudo` starts.",
      ),
  }),
};
