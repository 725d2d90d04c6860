import { expect, test } from "vitest";
import { openScrollPositions } from "../../../src/web/sync/scroll-positions.ts";

class Storage {
  text: string | null = null;
  getItem = (): string | null => this.text;
  setItem = (_: string, value: string): void => {
    this.text = value;
  };
}

test("the scroll position of a session is kept until the reader is at the end, and only for the newest sessions", () => {
  const storage = new Storage();
  openScrollPositions(() => storage).keep("one", { seq: 7, offset: 12 });
  const positions = openScrollPositions(() => storage);
  expect([positions.of("one"), positions.of("two")]).toEqual([{ seq: 7, offset: 12 }, null]);
  positions.keep("one", null);
  expect(positions.of("one")).toBe(null);
  for (let at = 0; at < 300; at++) positions.keep(`s${at}`, { seq: at, offset: 0 });
  expect([positions.of("s99"), positions.of("s100")]).toEqual([null, { seq: 100, offset: 0 }]);
});

test("without storage, or with something else in it, every session begins at its end", () => {
  const refused = openScrollPositions(() => {
    throw new DOMException("no", "SecurityError");
  });
  refused.keep("one", { seq: 1, offset: 0 });
  expect(refused.of("one")).toBe(null);
  const storage = new Storage();
  storage.text = '{"odd":1}';
  expect(openScrollPositions(() => storage).of("one")).toBe(null);
});
