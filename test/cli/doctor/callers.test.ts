import { expect, test } from "vitest";
import { callerFinding } from "../../../src/cli/doctor/callers.ts";
import type { UnknownCause } from "../../../src/core/index.ts";

test("that agents are told from people is fine; inside of an agent it is said what that means", () => {
  expect(callerFinding({ kind: "person", text: "" }, "linux")).toEqual({
    ...{ state: "ok", title: "callers", text: "agents and people can be told apart" },
  });
  expect(callerFinding({ kind: "agent", text: "this is an agent" }, "linux")).toEqual({
    ...{ state: "note", title: "callers", text: "this is an agent: commands for people are refused here" },
  });
  expect(callerFinding(null, "linux")).toMatchObject({ state: "note" });
});

test.for<[NodeJS.Platform, UnknownCause, RegExp]>([
  ["linux", "ss_missing", /^install iproute2 .*; until then, .* a code/],
  ["linux", "not_reported", /^run the daemon where ss -x shows .*; until then,/],
  ["linux", "ss_failed", /^see what this says: ss -xnOH .*; until then,/],
  ["linux", "connection_failed", /^skein daemon stop: .*; until then,/],
  ["darwin", "unsupported", /^run agents in a sandbox .* a code/],
])("%s: %s is a warning with what to do", ([platform, cause, fix]) => {
  expect(callerFinding({ kind: "unknown", text: "nobody is told", cause }, platform)).toEqual({
    ...{ state: "warning", title: "callers", text: "nobody is told: agents can't be told from you" },
    fix: expect.stringMatching(fix),
  });
});

test("who can't be found, though others can, is told where to go", () => {
  expect(callerFinding({ kind: "hidden", text: "it can't be told" }, "linux")).toEqual({
    ...{ state: "warning", title: "callers", text: "it can't be told" },
    fix: "use a terminal outside the container or namespace",
  });
});
