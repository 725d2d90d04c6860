// A log that can't be read when somebody begins to follow it: that is the answer, not a stream that says nothing.
import { expect, test } from "vitest";
import { InFlight } from "../../src/daemon/streams/in-flight.ts";
import type { OpenOutput, Output } from "../../src/daemon/streams/output.ts";
import { startStream } from "../../src/daemon/streams/stream.ts";
import { manualClock } from "../kit/manual-clock.ts";

test("nothing is begun if the log can't be followed", () => {
  const clock = manualClock();
  let hasBegun = false;
  const output: OpenOutput = () =>
    ({
      begin() {
        hasBegun = true;
      },
      onClose() {},
      isOver: false,
    }) as unknown as Output;
  const source = {
    head: () => 1,
    firstSeq: () => 1,
    next: (cursor: number) => ({ page: null, cursor }),
    follow(): never {
      throw new Error("the log can't be read");
    },
  };
  const request = { after: 0, epoch: null, form: "ndjson", output, until: null } as const;
  expect(() => startStream(request, source, { epoch: "e", clock, inFlight: new InFlight(() => 0) })).toThrow(
    "can't be read",
  );
  expect(hasBegun).toBe(false);
});
