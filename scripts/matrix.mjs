// `npm run matrix`: takes what the last runs of the real agents have seen into the matrix, and writes it into the documents.
import { writeFileSync } from "node:fs";
import { documents } from "../test/real-agents/matrix/documents.ts";
import { readMatrix, readReports, replaceReports, writeMatrix } from "../test/real-agents/matrix/files.ts";
import { withReport } from "../test/real-agents/matrix/matrix.ts";

const reports = readReports();
// What shows a part goes on top of what shows the whole, whichever ran first.
const inOrder = reports.toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole));
const matrix = inOrder.reduce(withReport, readMatrix());
writeMatrix(matrix);
for (const [path, text] of Object.entries(await documents(matrix))) writeFileSync(path, text);

const left = reports.filter(({ way }) => !matrix[way.agent]?.ways[way.transport]);
replaceReports(left);
for (const { way } of reports)
  console.log(
    `${left.some((one) => one.way === way) ? "only a part was run" : "taken over"}: ${way.agent} (${way.transport})`,
  );
console.log(`${Object.keys(matrix).length} agents in README.md and docs/agents.md`);
