import { mkdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { absent, codeOf, isCode, messageOf, unlessAbsent } from "../../src/system/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

test("whatever is thrown has a text", () => {
  expect([new Error("no room"), "no room", undefined].map(messageOf)).toEqual(["no room", "no room", "undefined"]);
});

test("a failure of the system has a code; what has none is no failure of the system", () => {
  const failure = thrownBy(() => readFileSync(join(tempDir(), "none")));
  expect(codeOf(failure)).toBe("ENOENT");
  expect([isCode(failure, "EIO", "ENOENT"), isCode(failure, "EIO"), isCode(failure)]).toEqual([true, false, false]);
  for (const thrown of [new Error("ENOENT"), "ENOENT", null, undefined, { code: 2 }]) expect(codeOf(thrown)).toBeNull();
});

test("what is not there is null, and every other failure stays one", async () => {
  const directory = tempDir();
  mkdirSync(join(directory, "below"));
  expect(unlessAbsent(() => readFileSync(join(directory, "none")))).toBeNull();
  expect(unlessAbsent(() => "there")).toBe("there");
  expect(() => unlessAbsent(() => readFileSync(join(directory, "below")))).toThrow("EISDIR");
  expect(await stat(join(directory, "none")).catch(absent)).toBeNull();
  await expect(stat(`${directory}\0`).catch(absent)).rejects.toThrow("null bytes");
});
