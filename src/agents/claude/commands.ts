// The commands that Claude Code lists: its own, the user's and the project's, skills and plugins.
import * as z from "zod";
import type { Fact } from "../driver.ts";

const command = z.object({
  name: z.string(),
  description: z.string().optional().catch(undefined),
  argumentHint: z.string().optional().catch(undefined),
  aliases: z.array(z.string()).optional().catch(undefined),
});

const list = z.object({ commands: z.array(z.unknown()) });

/**
 * From the response to `initialize`, and from later updates. Two kinds are left out: names with `_` are internal, and `/clear` would continue
 * with another conversation than the session's, for which `skein clear` makes a new session.
 */
export function listed(said: unknown): Fact[] {
  const known = list.safeParse(said).data;
  if (!known) return [];
  const commands = known.commands.flatMap((one) => {
    const { name, description, argumentHint, aliases } = command.safeParse(one).data ?? { name: "" };
    if (name === "" || name === "clear" || name.startsWith("_")) return [];
    return [
      {
        name,
        ...(description ? { description } : {}),
        ...(argumentHint ? { hint: argumentHint } : {}),
        ...(aliases && aliases.length > 0 ? { aliases } : {}),
      },
    ];
  });
  return [{ type: "commands", commands }];
}
