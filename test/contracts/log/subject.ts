// The log that a test is about: made before each test, read back from, and cleared away after.
import { afterEach, beforeEach } from "vitest";
import type { Log } from "../../../src/log/index.ts";

export interface LogUnderTest {
  readonly log: Log;
  /** The log to read back from what was written: the same one, or one opened anew. */
  stored(): Promise<Log>;
  dispose(): Promise<void>;
}

export type Subject = Pick<LogUnderTest, "log" | "stored">;

export function useLog(makeLog: () => LogUnderTest): Subject {
  let current: LogUnderTest;
  beforeEach(() => {
    current = makeLog();
  });
  afterEach(() => current.dispose());
  return {
    get log() {
      return current.log;
    },
    stored: () => current.stored(),
  };
}
