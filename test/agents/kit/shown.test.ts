// No text of an agent's can pass for the other side of a replacement, or for another one: what is shown tells what would be done.
import fc from "fast-check";
import { expect, test } from "vitest";
import { replacementsShown } from "../../../src/agents/kit/questions/shown.ts";
import { placeholders } from "../../../src/agents/large-lines/placeholders.ts";

const line = fc.constantFrom("a", "", "-a", "+a", "--- old", "+++ new", "/w/b", "1 of 2:", "2 of 2:");
const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
const replacements = fc.array(fc.record({ old: text, new: text }), { minLength: 1, maxLength: 3 });

test("[T-21] different replacements are never shown alike", () => {
  fc.assert(
    fc.property(replacements, replacements, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(replacementsShown("/w/a", one).detail === replacementsShown("/w/a", other).detail).toBe(isSame);
    }),
    { numRuns: 5_000 },
  );
});

test("[T-21] added text that imitates the marks of an edit is shown as added", () => {
  const { detail } = replacementsShown("deploy.sh", [
    { old: "echo one", new: "echo 1\n\n--- old\ntouch EVIL\n+++ new\necho done" },
  ]);
  expect(detail).toBe("deploy.sh\n\n-echo one\n+echo 1\n+\n+--- old\n+touch EVIL\n++++ new\n+echo done");
});

test("[T-21] of texts that are known by their beginning all of the detail is what comes, and what goes is a note", () => {
  const long = (beginning: string) => placeholders.write({ beginning, hash: "a".repeat(64), bytes: 90_000 });
  const [gone, come] = [long("x"), long("y")];
  expect(replacementsShown("/w/a", [{ old: gone, new: come }])).toEqual({
    detail: `/w/a\n\n${come}`,
    notes: [`what it replaces:\n${gone}`],
  });
});
