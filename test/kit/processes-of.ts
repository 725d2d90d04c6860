// The processes of a home, as the system knows them.
import { DEFAULT_OUTPUT } from "../../src/agents/keeper/run-spec.ts";
import { processesIn } from "./processes-in.ts";
import type { SkeinHome } from "./skein-home.ts";

/** Whatever was started in this home. */
export const processesOf = ({ root }: SkeinHome): string[] => processesIn(root).map(({ pid }) => `${pid}`);

/** Without what a keeper's guard starts anew every few seconds, so that two looks can be compared. */
export const lastingProcessesOf = ({ root }: SkeinHome): string[] =>
  processesIn(root).flatMap(({ pid, command }) =>
    command === `sleep ${DEFAULT_OUTPUT.lookSeconds}` ? [] : [`${pid}`],
  );
