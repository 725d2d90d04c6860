// Recovery: from a database that can't be read as a whole to one that can, and a report of what is missing.

export type { RecoveryPaths } from "../recovery-paths.ts";
export { type Findings, inspectDatabase } from "./inspect.ts";
export { sizeOfIncidents } from "./old-incidents.ts";
export { type Preparation, prepareDatabase } from "./prepare.ts";
export { makeIncident } from "./put-in-place.ts";
export { describeRecovery, type RecoveryReport, readReports } from "./report.ts";
export { openWitness, readWitness, type Testimony } from "./witness.ts";
