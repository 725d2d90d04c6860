// The actual effect of a mode with an agent, in words.
import type { AgentDetail } from "../../client/index.ts";
import { safeLine } from "../text/safe-text.ts";
import { type Cell, renderTable } from "../text/table.ts";

type Modes = AgentDetail["capabilities"]["modes"];
type Effect = NonNullable<Modes[keyof Modes]>;

/** "edits free, commands asked" */
export const describeEffect = ({ edits, commands, note }: Effect): string =>
  `edits ${edits}, commands ${commands}${note === undefined ? "" : `; ${safeLine(note)}`}`;

/** One line for each available mode. */
export function modeLines(modes: Modes, { current = null }: { current?: string | null } = {}): Promise<string[]> {
  const rows = Object.entries(modes).map(([mode, effect]): Cell[] => [
    { text: mode },
    { text: `${describeEffect(effect)}${mode === current ? " (set)" : ""}` },
  ]);
  return renderTable(rows);
}
