// The one file that is the truth: whoever has it has everything.
import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { A, B, bytesOf, changeFor, runOf, summaryFor, workspaceOf } from "../contracts/log/samples.ts";
import { temporaryPath } from "./temporary-log.ts";

test("[R-15] [A-10] [M-01] [T-03] sessions, their events in order, workspaces and receipts are one file that outlives its process", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(
    changeFor(A, [1, 3], {
      summary: summaryFor(A, { name: "first" }, 3),
      workspace: workspaceOf("w1", { activeSessionId: A }),
      receipt: { command: "c1", session: A, bodyHash: "h", answer: "{}" },
      run: runOf(A, { protocol: { turn: 1 } }),
      outbox: [{ run: "run-1", offset: 0, bytes: bytesOf("hello") }],
    }),
  );
  await log.append(changeFor(B, [1, 2]));
  const look = (one: typeof log) => [
    one.sessions({ limit: 9 }),
    [A, B].map((session) => one.read({ session, after: 0, limit: 9 })),
    [one.workspace("w1"), one.receipt("c1"), one.runs(), one.outbox("run-1"), one.epoch, one.lastCommit()],
  ];
  const before = look(log);
  await log.close();
  const elsewhere = temporaryPath();
  cpSync(path, elsewhere);
  const again = openSqliteLog({ path: elsewhere });
  expect(look(again)).toEqual(before);
  await again.close();
});
