// What an agent has left running in the background, a server for instance: agents start commands in sessions of their own, and what they
// need themselves (a language server, an MCP server) in theirs.
import { processesOf } from "../kill-tree.ts";
import { type RunFiles, readNumber } from "./run-files.ts";

export async function hasWorkBesides({ run, files }: { run: string; files: RunFiles }): Promise<boolean> {
  const keeper = await readNumber(files.keeper);
  return (await processesOf(run)).some(({ session }) => session !== keeper);
}
