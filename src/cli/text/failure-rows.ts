// A line of ours on stderr with other people's words in it: none of its rows looks like another line.
import type { Io } from "../io.ts";
import { agentRows, anyRow } from "./agent-text.ts";
import { safeText } from "./safe-text.ts";
import { styleFor } from "./style.ts";

export const failureRows = (line: string, { env, stderr }: Pick<Io, "env" | "stderr">): string =>
  agentRows(safeText(line), styleFor(env, false, stderr), "", anyRow);
