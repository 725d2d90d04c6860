// What every log promises, whatever it is made of. A log that outlives its process keeps all of it across a restart too.
import { describe, expect, test } from "vitest";
import { describeArriving } from "./log/arriving.ts";
import { describeBlobs } from "./log/blobs.ts";
import { describeEvents } from "./log/events.ts";
import { describeForks } from "./log/forks.ts";
import { describeLists } from "./log/lists.ts";
import { describePurge } from "./log/purge.ts";
import { describeReads } from "./log/reads.ts";
import { describeRecords } from "./log/records.ts";
import { A, B, changeFor } from "./log/samples.ts";
import { describeShelves } from "./log/shelves.ts";
import { type LogUnderTest, useLog } from "./log/subject.ts";

export function describeLogContract(name: string, makeLog: () => LogUnderTest): void {
  describe(name, () => {
    const subject = useLog(makeLog);
    describeEvents(subject);
    describeReads(subject);
    describeRecords(subject);
    describeLists(subject);
    describeShelves(subject);
    describePurge(subject);
    describeArriving(subject);
    describeBlobs(subject);
    describeForks(subject);

    test("the chain holds over everything that was written", async () => {
      await subject.log.append(changeFor(A, [1, 50]));
      await subject.log.append(changeFor(B, [1, 2]));
      const stored = await subject.stored();
      await stored.append(changeFor(A, [51, 60]));
      expect([stored.verify(A), stored.verify(B)]).toEqual([null, null]);
    });

    test("a log has an epoch of its own", async () => {
      const other = makeLog();
      expect(subject.log.epoch).not.toBe("");
      expect(subject.log.epoch).not.toBe(other.log.epoch);
      const { epoch } = subject.log;
      expect((await subject.stored()).epoch).toBe(epoch);
      await other.dispose();
    });
  });
}
