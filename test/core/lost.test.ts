// Events that damage has taken away: they keep their place, and change nothing.
import { expect, test } from "vitest";
import { emptyTranscript, extendTranscript, initialState, reduce } from "../../src/core/index.ts";
import { daemon, place } from "../kit/events.ts";

const gap = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, () => ({
    type: "lost" as const,
    by: daemon,
    data: { text: `Events ${from} to ${to} were lost.`, from, to },
  }));

test("a lost event moves the head and nothing else", () => {
  const [first] = place(gap(1, 1));
  expect(reduce(initialState, first!)).toEqual({ ...initialState, head: 1 });
});

test("a gap is one block, however long it is; two gaps are two", () => {
  const events = place([...gap(1, 3), ...gap(4, 5)]);
  const { blocks, head } = extendTranscript(emptyTranscript, events);
  expect(blocks).toMatchObject([
    { kind: "notice", code: "lost", seq: 1, text: "Events 1 to 3 were lost." },
    { kind: "notice", code: "lost", seq: 4, text: "Events 4 to 5 were lost." },
  ]);
  expect(head).toBe(5);
});

test("a window that begins inside a gap shows it, too", () => {
  expect(extendTranscript(emptyTranscript, place(gap(1, 3)).slice(1)).blocks).toHaveLength(1);
});
