// Programs whose sessions Skein can import: one folder for each, with a pure part (records → events) apart from the access to its files.
import { mitto } from "./mitto/system.ts";
import type { ForeignSystem } from "./system.ts";

export { ImportLines } from "./kit/import-lines.ts";
export { sessionIdFor } from "./kit/session-id.ts";
export type { Counts, EarlierEvent, ForeignSession, ForeignSystem, Skipped, Survey, Taken } from "./system.ts";

export const foreignSystems: readonly ForeignSystem[] = [mitto];
