// A baseline for reads: SQLite on one side, a socket on the other. A request is one line of SQL that returns a column `line`; the response is
// those lines.
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

const [socketPath, databasePath] = process.argv.slice(2);
const db = new DatabaseSync(databasePath!, { readOnly: true });

createServer((socket) => {
  createInterface({ input: socket }).once("line", (sql) => {
    const rows = db.prepare(sql).all() as { line: string }[];
    socket.end(rows.map(({ line }) => `${line}\n`).join(""));
  });
}).listen(socketPath, () => console.log("ready"));
