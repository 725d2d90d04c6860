import { expect, test } from "vitest";
import { callerFinding } from "../../../src/cli/doctor/callers.ts";

test("that agents are told from people is fine; inside of an agent it is said what that means", () => {
  expect(callerFinding({ kind: "person", text: "" }, "linux")).toEqual({
    ...{ state: "ok", title: "callers", text: "agents and people can be told apart" },
  });
  expect(callerFinding({ kind: "agent", text: "this is an agent" }, "linux")).toEqual({
    ...{ state: "note", title: "callers", text: "this is an agent: commands for people are refused here" },
  });
  expect(callerFinding(null, "linux")).toMatchObject({ state: "note" });
});

test.for<[NodeJS.Platform, string, RegExp]>([
  [
    "linux",
    "this system does not report who the caller is (ss (iproute2) is not installed)",
    /^install iproute2 .*; until then, .* a code/,
  ],
  [
    "linux",
    "this system does not report who the caller is (ss does not report here who is connected to a socket)",
    /^run the daemon where ss -x shows .*; until then,/,
  ],
  [
    "linux",
    "this system does not report who the caller is (ss fails: killed)",
    /^see what this says: ss -xnOH .*; until then,/,
  ],
  [
    "linux",
    "this system does not report who the caller is (the daemon can't connect to itself)",
    /^skein daemon stop: .*; until then,/,
  ],
  ["darwin", "this system does not report who the caller is (darwin)", /^run agents in a sandbox .* a code/],
])("%s: %s is a warning with what to do", ([platform, text, fix]) => {
  expect(callerFinding({ kind: "unknown", text }, platform)).toEqual({
    ...{ state: "warning", title: "callers", text: `${text}: agents can't be told from you` },
    fix: expect.stringMatching(fix),
  });
});

test("who can't be found, though others can, is told where to go", () => {
  expect(callerFinding({ kind: "hidden", text: "it can't be told" }, "linux")).toEqual({
    ...{ state: "warning", title: "callers", text: "it can't be told" },
    fix: "use a terminal outside the container or namespace",
  });
});
