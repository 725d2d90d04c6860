// Placeholders get commit numbers that fit: within a session commits grow with seqs, whatever was lost.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDatabase, currentVersion } from "../../../src/log/sqlite/database-file/tables.ts";
import { openCommitNumbers } from "../../../src/log/sqlite/recovery/commit-numbers.ts";

test("every lost event gets a number of its own, between its neighbours' numbers", () => {
  const history = fc.array(fc.record({ session: fc.integer({ min: 1, max: 4 }), isLost: fc.boolean() }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(history, (commits) => {
      const db = createDatabase(":memory:", currentVersion);
      const insert = db.prepare("INSERT INTO events VALUES (?, ?, ?, '', '', '', '', x'')");
      const numbers = openCommitNumbers(db);
      const seqs = new Map<number, number>();
      const placed = commits.map(({ session, isLost }, index) => {
        const seq = (seqs.get(session) ?? 0) + 1;
        seqs.set(session, seq);
        return { session, isLost, seq, commit: index + 1 };
      });
      for (const { session, isLost, seq, commit } of placed) {
        const isKept = (other: (typeof placed)[number]): boolean => other.session === session && !other.isLost;
        if (!isLost) insert.run(commit, session, seq);
        else {
          const after = placed.findLast((other) => isKept(other) && other.seq < seq)?.commit ?? 0;
          const before = placed.find((other) => isKept(other) && other.seq > seq)?.commit ?? null;
          const text = { seq, at: "", type: "lost", by: "", data: "" };
          numbers.later({ session, text, chain: new Uint8Array(), after, before });
        }
      }
      numbers.assign();
      const rows = db.prepare('SELECT session, seq, "commit" FROM events ORDER BY "commit"').all();
      expect(rows.map((row) => row.commit)).toEqual(placed.map((_, index) => index + 1));
      for (const session of seqs.keys()) {
        const own = rows.filter((row) => row.session === session).map(({ seq }) => seq);
        expect(own).toEqual(own.map((_, index) => index + 1));
      }
      db.close();
    }),
    { numRuns: 300 },
  );
});
