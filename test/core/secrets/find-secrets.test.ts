// Secrets in a text: every shape, wherever it stands; nothing that only looks like one; in time proportional to the text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets, maskedPart } from "../../../src/core/index.ts";
import { harmlessTexts, secretSamples } from "../../kit/secret-samples.ts";

const masked = (text: string): string => maskedPart(text, findSecrets(text));

describe("what is found", () => {
  test("there are samples of more than 40 shapes", () => {
    expect(new Set(secretSamples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40);
  });

  test.each(secretSamples.map((sample) => [sample.kind, sample.text.slice(0, 48), sample] as const))(
    "%s: %s",
    (kind, _, { secret, text }) => {
      const found = findSecrets(text);
      expect(found.map((one) => one.kind)).toEqual([kind]);
      expect(masked(text)).toBe(text.replace(secret, `[masked ${kind}]`));
    },
  );

  test("each is found in JSON, in JSON within JSON, after a colour of the terminal and at both ends of a text", () => {
    const isAddress = (kind: string): boolean => kind === "cookie";
    for (const { kind, secret, text } of secretSamples) {
      const once = JSON.stringify({ output: `first\n${text}` });
      const forms = [`x\u001b[32m${text}\u001b[0m`, once, text.trim()];
      if (!/["'\\]/.test(secret) && !isAddress(kind)) forms.push(JSON.stringify(once));
      for (const form of forms) expect([form, masked(form)]).toEqual([form, expect.not.stringContaining(secret)]);
    }
  });

  test("several in one text are told apart", () => {
    const [one, other] = [secretSamples[18], secretSamples[32]] as const;
    const text = `${one?.secret} ${other?.secret}\n${one?.secret}`;
    expect(masked(text)).toBe(`[masked ${one?.kind}] [masked ${other?.kind}]\n[masked ${one?.kind}]`);
  });
});

test.each(harmlessTexts)("nothing is found in: %s", (text) => {
  expect(masked(text)).toBe(text);
});

test("a text may have 200,000 secrets", () => {
  expect(findSecrets('token="a1b2c3d4e5"\n'.repeat(200_000))).toHaveLength(200_000);
});

test("what was masked is not masked again, and the ranges are in order without overlap", () => {
  const any = fc.array(fc.oneof(fc.constantFrom(...secretSamples.map(({ text }) => text)), fc.string()), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(any, (parts) => {
      const text = parts.join("\n");
      const found = findSecrets(text);
      let end = 0;
      for (const { from, to } of found) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      const once = masked(text);
      expect(masked(once)).toBe(once);
    }),
  );
});
