import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { draftRows, queueRows } from "../../src/cli/attach/rows-above.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { ada, atSecond, body, created, foldBodies, queued } from "../kit/events.ts";

const options: Parameters<typeof queueRows>[1] = {
  style: styleFor({}, false),
  columns: 60,
  measure: stringWidth,
  nowMs: Date.parse(atSecond(0)),
  ref: "api",
  isBusy: false,
  isAsked: false,
  sent: "goes alone",
};

test("each waiting prompt is a row, with what holds it back; more than three are counted", () => {
  const held = queued("p2", "two\nlines", { held: true });
  const after = queued("p3", "three\x1b[2J", { after: "p2" });
  const state = foldBodies(created, queued("p1", "one"), held, after, queued("p4"), queued("p5"));
  expect(queueRows(state, options)).toEqual([
    "  1 one",
    "  2 two · held",
    "  3 three · after 2",
    "  … 2 more: skein queue api",
  ]);
});

test("an empty queue takes no room, and while the agent is busy the row says what Enter does", () => {
  expect(queueRows(foldBodies(created), options)).toEqual([]);
  const wide = { ...options, columns: 80, isBusy: true };
  expect(queueRows(foldBodies(created), wide)).toEqual([
    "busy: Enter queues · Alt+Enter stops the turn and sends · Esc stops it",
  ]);
});

test("a queue that is held says how it goes on", () => {
  const paused = body("queue_paused", { paused: true }, ada);
  const rows = queueRows(foldBodies(created, queued("p1", "one"), paused), { ...options, columns: 100 });
  expect(rows).toEqual([
    "  1 one",
    "‖ held: a prompt that you send goes alone · release with: skein queue api release",
  ]);
});

test("a draft says what it is in the way of, also when that has no words of its own", () => {
  const draft = { aside: null, isDraft: true, isKept: false };
  expect(draftRows({ ...draft, asked: "why? › " }, options)).toEqual(["Tab puts it aside to answer: why?"]);
  expect(draftRows({ ...draft, asked: "› " }, options)).toEqual(["Tab puts it aside to answer the question"]);
});

test("no row ever reaches the last column", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 }),
      fc.integer({ min: 4, max: 40 }),
      (texts, columns) => {
        const state = foldBodies(created, ...texts.map((text, n) => queued(`p${n}`, text)));
        for (const row of queueRows(state, { ...options, columns, isBusy: true })) {
          expect(stringWidth(row)).toBeLessThan(columns);
          expect(row).not.toContain("\n");
        }
      },
    ),
  );
});
