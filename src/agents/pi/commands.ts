// The commands that Pi lists: templates of the user and the project, skills, and commands of extensions.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import { COMMAND } from "./approvals/names.ts";

const command = z.object({ name: z.string(), description: z.string().optional().catch(undefined) });
const list = z.object({ commands: z.array(z.unknown()) });

/** An older Pi does not know this request. The command of Skein's own extension is not listed. */
export function listed(said: unknown): Fact[] {
  const known = list.safeParse(said).data;
  if (!known) return [];
  const commands = known.commands.flatMap((one) => {
    const { name, description } = command.safeParse(one).data ?? { name: COMMAND };
    return name === COMMAND ? [] : [{ name, ...(description ? { description } : {}) }];
  });
  return [{ type: "commands", commands }];
}
