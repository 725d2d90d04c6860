import { expect, test } from "vitest";
import { openPlaces } from "../../../src/web/sync/places.ts";

class Storage {
  text: string | null = null;
  getItem = (): string | null => this.text;
  setItem = (_: string, value: string): void => {
    this.text = value;
  };
}

test("the place in a session is kept until it is left, and only of the newest sessions", () => {
  const storage = new Storage();
  openPlaces(() => storage).keep("one", { seq: 7, offset: 12 });
  const places = openPlaces(() => storage);
  expect([places.of("one"), places.of("two")]).toEqual([{ seq: 7, offset: 12 }, null]);
  places.keep("one", null);
  expect(places.of("one")).toBe(null);
  for (let at = 0; at < 300; at++) places.keep(`s${at}`, { seq: at, offset: 0 });
  expect([places.of("s99"), places.of("s100")]).toEqual([null, { seq: 100, offset: 0 }]);
});

test("without storage, or with something else in it, every session begins at its end", () => {
  const refused = openPlaces(() => {
    throw new DOMException("no", "SecurityError");
  });
  refused.keep("one", { seq: 1, offset: 0 });
  expect(refused.of("one")).toBe(null);
  const storage = new Storage();
  storage.text = '{"odd":1}';
  expect(openPlaces(() => storage).of("one")).toBe(null);
});
