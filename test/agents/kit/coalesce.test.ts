import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fact, joinPieces, placeholders } from "../../../src/agents/index.ts";
import { MAX_PIECE_BYTES } from "../../../src/agents/kit/coalesce.ts";

const said = (text: string, messageId = "m1"): Fact => ({ type: "agent_message", data: { messageId, text } });
const thought = (text: string, messageId = "m1"): Fact => ({ type: "agent_thought", data: { messageId, text } });
const printed = (output: string, toolCallId = "c1"): Fact => ({
  type: "tool_call_update",
  data: { toolCallId, output },
});
const ended: Fact = { type: "tool_call_update", data: { toolCallId: "c1", status: "completed", output: "end" } };

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 5 }),
  fc
    .tuple(fc.constantFrom("x", "é", "漢", "\u{1f600}"), fc.nat({ max: 40_000 }))
    .map(([unit, times]) => unit.repeat(times)),
);
const id = fc.constantFrom("1", "2");
const fact: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(text, id).map(([text, id]) => said(text, id)) },
  { weight: 2, arbitrary: fc.tuple(text, id).map(([text, id]) => thought(text, id)) },
  { weight: 2, arbitrary: fc.tuple(text, id).map(([text, id]) => printed(text, id)) },
  fc.constantFrom<Fact>(
    ended,
    { type: "usage", inputTokens: 1, outputTokens: 2 },
    { type: "plan", data: { entries: [] } },
  ),
);
const facts = fc.array(fact, { maxLength: 30 });

/** What continues what: null for everything that must stay as it is. */
function pieceOf(fact: Fact): { of: string; text: string } | null {
  if (fact.type === "agent_message" || fact.type === "agent_thought") {
    return { of: `${fact.type} ${fact.data.messageId}`, text: fact.data.text };
  }
  if (fact.type !== "tool_call_update" || fact === ended) return null;
  return { of: `output ${fact.data.toolCallId}`, text: fact.data.output ?? "" };
}

/** The facts with each run of pieces written as one text: equal before and after. */
function meaning(facts: readonly Fact[]): unknown[] {
  const parts: (Fact | { of: string; text: string })[] = [];
  for (const fact of facts) {
    const piece = pieceOf(fact);
    const last = parts.at(-1);
    if (piece && last && "of" in last && last.of === piece.of) last.text += piece.text;
    else parts.push(piece ?? fact);
  }
  return parts;
}

describe("joinPieces", () => {
  test("joins neighbours of one message, of one thought and of one tool's output", () => {
    const facts = [said("a"), said("b"), thought("c"), thought("d"), printed("e"), printed("f"), ended, printed("g")];
    expect(joinPieces(facts)).toEqual([said("ab"), thought("cd"), printed("ef"), ended, printed("g")]);
  });

  test("joins nothing across another message, another call or anything else", () => {
    const facts = [said("a"), said("b", "m2"), said("c"), printed("d"), printed("e", "c2"), printed("f"), said("g")];
    expect(joinPieces(facts)).toEqual(facts);
  });

  test("keeps an empty text, and nothing from nothing", () => {
    expect(joinPieces([said("")])).toEqual([said("")]);
    expect(joinPieces([])).toEqual([]);
  });

  test("cuts a long text where a character ends", () => {
    const pieces = joinPieces([said("x"), said("\u{1f600}".repeat(20_000))]);
    expect(pieces.map((fact) => fact.type === "agent_message" && Buffer.byteLength(fact.data.text))).toEqual([
      32_765, 32_768, 14_468,
    ]);
  });

  test("changes no text and no order", () => {
    fc.assert(
      fc.property(facts, (facts) => {
        expect(meaning(joinPieces(facts))).toEqual(meaning(facts));
      }),
    );
  });

  test("joined again, nothing changes", () => {
    fc.assert(
      fc.property(facts, (facts) => {
        const once = joinPieces(facts);
        expect(joinPieces(once)).toEqual(once);
      }),
    );
  });

  test("no piece is too big, and neighbours of one text are cut only because they must", () => {
    fc.assert(
      fc.property(facts, (facts) => {
        const pieces = joinPieces(facts).map(pieceOf);
        const sizes = pieces.map((piece) => Buffer.byteLength(piece?.text ?? ""));
        for (const [at, piece] of pieces.entries()) {
          expect(sizes[at]).toBeLessThanOrEqual(MAX_PIECE_BYTES);
          const next = pieces[at + 1];
          if (piece && next && piece.of === next.of)
            expect(sizes[at]! + sizes[at + 1]!).toBeGreaterThan(MAX_PIECE_BYTES - 3);
        }
      }),
    );
  });

  test("takes 100 MB at once", () => {
    expect(joinPieces([said("x".repeat(100 * 2 ** 20))])).toHaveLength(3200);
  });
});

test("a text that was taken out of a long line stands by itself: nothing is joined to it, and it is never cut", () => {
  const shown = "s".repeat(4096);
  const taken = placeholders.write({ beginning: shown, hash: "ab".repeat(32), bytes: 10 ** 8 });
  const facts = [said("x".repeat(MAX_PIECE_BYTES - 4100)), said(taken), said("y"), said("z")];
  expect(joinPieces(facts)).toEqual([...facts.slice(0, 2), said("yz")]);
});
