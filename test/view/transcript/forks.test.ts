// Forks in a transcript.
import { expect, test } from "vitest";
import { forkLinks } from "../../../src/view/index.ts";
import { row } from "../sessions/rows.ts";

const fork = (session: string, seq: number) => ({ fork: { session, seq, turn: "t1" } });

test("a session links its forks where they begin, and its base where it begins itself", () => {
  const rows = [
    row("base", { name: "the base" }),
    row("one", { name: "one", ...fork("base", 9) }),
    row("two", { title: "two", ...fork("base", 9) }),
    row("three", { name: "three", ...fork("one", 12) }),
  ];
  expect([...forkLinks(rows, "base")]).toEqual([
    [
      9,
      [
        { kind: "fork", session: "one", at: null, label: "one" },
        { kind: "fork", session: "two", at: null, label: "two" },
      ],
    ],
  ]);
  expect([...forkLinks(rows, "one")]).toEqual([
    [9, [{ kind: "base", session: "base", at: 9, label: "the base" }]],
    [12, [{ kind: "fork", session: "three", at: null, label: "three" }]],
  ]);
  expect(forkLinks(rows, "two").size).toBe(1);
});

test("a base that is in no list any more is linked by its id", () => {
  const rows = [row("one", fork("0123456789", 9))];
  expect(forkLinks(rows, "one").get(9)).toEqual([{ kind: "base", session: "0123456789", at: 9, label: "01234567" }]);
});
