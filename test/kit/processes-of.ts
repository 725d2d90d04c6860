// The processes of a home, as the system knows them.
import { processesIn } from "./processes-in.ts";
import type { SkeinHome } from "./skein-home.ts";

/** Whatever was started in this home. */
export const processesOf = ({ root }: SkeinHome): string[] => processesIn(root).map(({ pid }) => `${pid}`);
