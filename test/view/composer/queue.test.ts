// The queue as a list.
import { expect, test } from "vitest";
import { movedTo, queueRows, sentAgain } from "../../../src/view/index.ts";
import { atSecond, body, foldBodies, queued, running } from "../../kit/events.ts";

const nowMs = Date.parse(atSecond(100));

test("each queued prompt says who sent it and what it waits for", () => {
  const state = foldBodies(
    ...running,
    queued("p2"),
    queued("p3", "later", { notBefore: atSecond(900) }),
    queued("p4", "held", { held: true }),
  );
  const rows = queueRows(state, nowMs);
  expect(rows.map(({ wait }) => wait)).toEqual([
    "after the running turn",
    expect.stringContaining("not before"),
    "held",
  ]);
  expect(rows.map(({ sender }) => sender)).toEqual(["You (ada)", "You (ada)", "You (ada)"]);
});

test("a prompt moves to a place, and not beyond the ends", () => {
  expect(movedTo(["a", "b", "c"], "c", 0)).toEqual(["c", "a", "b"]);
  expect(movedTo(["a", "b", "c"], "a", 9)).toEqual(["b", "c", "a"]);
  expect(movedTo(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
});

test("undoing a removal sends the prompt again as it was, before the one that followed it", () => {
  const file = { name: "a.txt", mediaType: "text/plain", hash: "0", bytes: 1 };
  const { queue } = foldBodies(
    ...running,
    queued("p2", "look", { files: [file], held: true }),
    queued("p3"),
    body("prompt_queued", { promptId: "p4", text: "last" }),
  ).prompt;
  expect(sentAgain(queue, "p2")).toEqual({
    content: [
      { type: "text", text: "look" },
      { type: "file", name: "a.txt", mediaType: "text/plain", hash: "0" },
    ],
    held: true,
    place: { before: "p3" },
  });
  expect(sentAgain(queue, "p4")).toEqual({ content: [{ type: "text", text: "last" }] });
  expect(sentAgain(queue, "gone")).toBeNull();
});
