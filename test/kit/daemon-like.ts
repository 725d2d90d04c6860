// A stand-in for the daemon as a process that can be killed: sends the messages of a file to a run and copies what the agent
// says into a journal, whose length is the committed offset. Run as: node daemon-like.ts <run> <dir> <messages> <journal>
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { openRun } from "../../src/agents/keeper/index.ts";

const [id = "", dir = "", messages = "", journal = ""] = process.argv.slice(2);

const run = await openRun({ run: id, dir, start: true });

const ingest = async () => {
  for (;;) {
    const chunk = await run.read(statSync(journal).size, 16_384);
    if (!chunk?.length) return;
    appendFileSync(journal, chunk);
  }
};
let ingesting = Promise.resolve();
run.onOutput(() => {
  ingesting = ingesting.then(ingest);
});
ingesting = ingesting.then(ingest);

let offset = 0;
for (const line of readFileSync(messages, "utf8").match(/.*\n/g) ?? []) {
  const bytes = Buffer.from(line);
  await run.write({ offset, bytes });
  offset += bytes.length;
}
await run.exited;
await ingesting.then(ingest);
