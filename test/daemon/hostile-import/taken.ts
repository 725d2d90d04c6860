// Files that are taken in, since a log may say anything; and that nevertheless decide nothing here.
import { agents } from "./taken-agents.ts";
import type { TakenFile } from "./taken-file.ts";
import { people } from "./taken-people.ts";
import { places } from "./taken-places.ts";
import { rules, settings } from "./taken-rules.ts";
import { shapes } from "./taken-shapes.ts";

export const takenFiles: readonly TakenFile[] = [...rules, ...settings, ...people, ...agents, ...places, ...shapes];
