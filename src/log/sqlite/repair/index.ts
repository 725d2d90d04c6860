// Repair: notices damage, has a new database made by recovery, puts it in the place of the damaged one, and keeps that beside a report.

export { type Findings, inspectDatabase } from "./inspect.ts";
export { sizeOfIncidents } from "./old-incidents.ts";
export { type Preparation, prepareDatabase } from "./prepare.ts";
export { makeIncident } from "./put-in-place.ts";
export { describeRecovery, type RecoveryReport, readReports } from "./report.ts";
