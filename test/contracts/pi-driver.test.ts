// The Pi driver, held to what the real program printed under it.
import { describe } from "vitest";
import { createPiDriver } from "../../src/agents/pi/driver.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { testRecordedLives } from "./recorded-lives.ts";
import { readRecording } from "./recording.ts";

const stream = createPiDriver({ transport: "stream", programs: "/programs" });
const oneshot = createPiDriver({ transport: "oneshot", programs: "/programs" });

describe("Pi 0.87.1", () => {
  const directory = "test/recordings/pi-0.87.1";
  const recording = (name: string) => readRecording(`${directory}/${name}.jsonl`);

  describeDriverContract("stream", {
    driver: stream,
    recordings: () => ({
      turn: recording("turn"),
      permission: recording("permission"),
      interrupt: recording("interrupt"),
      question: recording("question"),
      steer: recording("steer"),
    }),
  });

  testRecordedLives({ directory, stream, oneshot });
});
