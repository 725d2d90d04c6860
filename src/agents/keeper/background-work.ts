// Processes that an agent has left running in the background, such as a server: agents start commands in their own sessions, and their helpers (a
// language server, an MCP server) in the agent's.
import { processesOf } from "../../system/processes.ts";
import { type RunFiles, readNumber } from "./run-files.ts";

interface Kept {
  run: string;
  home: string | null;
  files: RunFiles;
}

export async function hasBackgroundWork({ run, home, files }: Kept): Promise<boolean> {
  const keeper = await readNumber(files.keeper);
  return (await processesOf(run, home)).some(({ session }) => session !== keeper);
}
