// `npm run matrix`: takes what the last runs of the real agents have seen into the matrix, and writes it into the documents.
import { writeFileSync } from "node:fs";
import { documents } from "../test/real-agents/matrix/documents.ts";
import { forgetReports, readMatrix, readReports, writeMatrix } from "../test/real-agents/matrix/files.ts";
import { withReport } from "../test/real-agents/matrix/matrix.ts";

const reports = readReports();
const matrix = reports.reduce(withReport, readMatrix());
writeMatrix(matrix);
for (const [path, text] of Object.entries(await documents(matrix))) writeFileSync(path, text);
forgetReports();
for (const { way } of reports) console.log(`taken over: ${way.agent} (${way.transport})`);
console.log(`${Object.keys(matrix).length} agents in README.md and docs/agents.md`);
