// The commands that Claude Code lists: its own, those of the person and of the project, skills and plugins.
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
 * In the answer to `initialize`, and again when they change. Not sent on: what begins with `_` is the program's own business, and `/clear` would
 * go on with another conversation than the session's, which `skein clear` does as a session of its own.
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
