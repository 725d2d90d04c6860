// Repair: notices damage, has recovery build a new database, puts that in place, and keeps the damaged files with a report.

export { type Findings, inspectDatabase } from "./inspect.ts";
export { sizeOfIncidents } from "./old-incidents.ts";
export { type Preparation, prepareDatabase } from "./prepare.ts";
export { makeIncident } from "./put-in-place.ts";
export { describeRecovery, type RecoveryReport, readReports } from "./report.ts";
