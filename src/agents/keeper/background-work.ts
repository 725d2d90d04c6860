// What an agent has left running in the background, a server for instance: agents start commands in sessions of their own, and what they
// need themselves (a language server, an MCP server) in theirs.
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
