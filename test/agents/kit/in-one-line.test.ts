// What went wrong is one line of words, whatever an agent has put between them.
import { expect, test } from "vitest";
import { endOf } from "../../../src/agents/copilot/oneshot/failure.ts";
import { failTurn } from "../../../src/agents/gemini/oneshot/failure.ts";
import type { Fact } from "../../../src/agents/index.ts";
import { explainError } from "../../../src/agents/kit/acp/explain-error.ts";
import { failureOf } from "../../../src/agents/pi/failure.ts";

const program = { login: "log in" } as Parameters<typeof failTurn>[0];
const messageIn = (facts: readonly Fact[]): unknown =>
  facts.flatMap((fact) => (fact.type === "error" ? [fact.data.message] : []))[0];

const ways: [agent: string, say: (message: string) => unknown][] = [
  ["acp", (message) => explainError({ code: 1, message })],
  ["pi", (message) => failureOf(message).message],
  ["gemini", (message) => messageIn(failTurn(program, message))],
  [
    "copilot",
    (message) =>
      messageIn(
        endOf(program, { failure: { message, kind: null }, hasFailed: true, isAborted: false } as unknown as Parameters<
          typeof endOf
        >[1]),
      ),
  ],
];

test.for(ways)("%s: blanks and line breaks are one blank each, and none stands at an end", ([, say]) => {
  expect(say("the model  is\n\n  gone\t")).toBe("the model is gone");
  expect(say(`${" ".repeat(50_000)}it broke${" ".repeat(50_000)}x`)).toBe("it broke");
  expect(say("x".repeat(5000))).toBe("x".repeat(1000));
});
