import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Ask,
  isDraft,
  type Kept,
  nothingTyped,
  readingMs,
  type Typing,
  type TypingResult,
  typeKey as typeKeyAt,
  unsent,
  withAsked as withAskedAt,
  withRead,
} from "../../src/cli/attach/typing.ts";
import type { Key } from "../../src/cli/terminal/line-editor.ts";

const key = (name: string, facts: Partial<Key> = {}): Key => ({
  ...{ text: "", name, isControl: false, isMeta: false, isPasted: false },
  ...facts,
});
const typed = (text: string): Key[] => [...text].map((one) => key(one, { text: one }));
const ENTER = key("return");
const NOW = key("return", { isMeta: true });
const TAB = key("tab", { text: "\t" });

/** Every key is pressed long after what is asked has changed. */
const LATER = 60_000;
const withAsked = (typing: Typing, asked: Typing["asked"]): Typing => withAskedAt(typing, asked, 0);
const typeKey = (typing: Typing, one: Key): TypingResult => typeKeyAt(typing, one, LATER);

let asks = 0;
const newAsk = (): Ask => ({
  question: `q${++asks}`,
  label: "answer › ",
  problem: (text) => (/^[1y]$/.test(text.trim()) ? null : "no answer"),
});

function press(typing: Typing, ...keys: readonly Key[]): { typing: Typing; said: TypingResult[] } {
  const said: TypingResult[] = [];
  let now = typing;
  for (const one of keys) {
    const result = typeKey(now, one);
    if ("typing" in result) now = result.typing;
    if (result.kind !== "edit") said.push(result);
  }
  return { typing: now, said };
}

test("with nothing asked a line is a prompt; with a question on the screen it is an answer, when all of it is one", () => {
  const ask = newAsk();
  expect(press(nothingTyped, ...typed("hi"), ENTER).said).toMatchObject([{ kind: "prompt", text: "hi", isNow: false }]);
  const asked = withAsked(nothingTyped, ask);
  expect(press(asked, ...typed("1"), ENTER).said).toMatchObject([{ kind: "answer", ask, text: "1" }]);
  const { typing, said } = press(asked, ...typed("1. then"), ENTER, ENTER);
  expect(said).toMatchObject([{ kind: "kept", why: { kind: "not_an_answer", problem: "no answer" } }]);
  expect(typing.editor.text).toBe("1. then");
});

test("a question that is open and can't be answered yet keeps every line", () => {
  const unready = withAsked(nothingTyped, "unready");
  const { typing, said } = press(unready, ...typed("1"), ENTER);
  expect(said).toMatchObject([{ kind: "kept", why: { kind: "before" } }]);
  expect(press(withAsked(typing, newAsk()), ENTER).said).toEqual([]);
});

test("Enter again sends a kept line as a prompt, once the reason could be read and nothing was changed since", () => {
  const before = press(nothingTyped, ...typed("1")).typing;
  const { typing, said } = press(withAsked(before, newAsk()), ENTER);
  const kept = (said[0] as { kept: Kept }).kept;
  expect(press(typing, ENTER).said).toEqual([]);
  const read = withRead(typing, kept);
  expect(press(read, ENTER).said).toMatchObject([{ kind: "prompt", text: "1" }]);
  expect(press(read, key("backspace"), ...typed("1"), ENTER).said).toMatchObject([{ kind: "answer" }]);
  expect(press(read, ...typed("0"), ENTER).said).toMatchObject([{ kind: "kept" }]);
  expect(press(withAsked(read, newAsk()), ENTER).said).toMatchObject([{ kind: "kept" }]);
  expect(withRead(press(typing, ...typed("x")).typing, kept).kept).toBeNull();
});

test("alt+enter sends a prompt and what is no answer at once; an answer only when it is pressed again", () => {
  const asked = withAsked(press(nothingTyped, ...typed("hi")).typing, newAsk());
  expect(press(asked, NOW).said).toMatchObject([{ kind: "prompt", text: "hi", isNow: true }]);
  const ready = withAsked(nothingTyped, newAsk());
  expect(press(ready, ...typed("do this"), NOW).said).toMatchObject([{ kind: "prompt", isNow: true }]);
  const { typing, said } = press(ready, ...typed("1"), NOW);
  expect(said).toMatchObject([{ kind: "kept", why: { kind: "is_an_answer" } }]);
  expect(press(typing, ENTER).said).toMatchObject([{ kind: "answer" }]);
});

test("an empty line answers what may stay empty, and nothing else", () => {
  expect(press(withAsked(nothingTyped, newAsk()), ENTER).said).toEqual([]);
  const optional: Ask = { ...newAsk(), problem: () => null };
  expect(press(withAsked(nothingTyped, optional), ENTER).said).toMatchObject([{ kind: "answer", text: "" }]);
});

test("Tab puts a draft aside and brings it back, and so does the end of the question", () => {
  const asked = withAsked(press(nothingTyped, ...typed("draft")).typing, newAsk());
  expect(isDraft(asked)).toBe(true);
  const aside = press(asked, TAB).typing;
  expect([aside.editor.text, isDraft(aside), unsent(aside)]).toEqual(["", false, ["draft"]]);
  expect(press(aside, TAB).typing.editor.text).toBe("draft");
  expect(withAsked(aside, null).editor.text).toBe("draft");
  const half = press(aside, ...typed("1")).typing;
  expect(unsent(withAsked(half, null))).toEqual(["1", "draft"]);
  expect(press(nothingTyped, ...typed("a"), TAB).typing.editor.text).toBe("a");
});

test("a draft that came back by itself goes aside again for the next question, unless it was touched", () => {
  const asked = withAsked(press(nothingTyped, ...typed("draft")).typing, newAsk());
  const back = withAsked(press(asked, TAB, ...typed("1"), ENTER).typing, null);
  expect(back.editor.text).toBe("draft");
  for (const next of ["unready", newAsk()] as const) {
    const again = withAsked(back, next);
    expect([again.editor.text, unsent(again)]).toEqual(["", ["draft"]]);
    expect(withAsked(again, null).editor.text).toBe("draft");
  }
  const touched = press(back, ...typed("s")).typing;
  expect(withAsked(touched, newAsk()).editor.text).toBe("drafts");
});

test("a kept line that is no more than an early answer gives way to the next key, and can be recalled", () => {
  const unready = withAsked(nothingTyped, "unready");
  const early = withAsked(press(unready, ...typed("y"), ENTER).typing, newAsk());
  const { typing, said } = press(early, ...typed("1"), ENTER);
  expect(said).toMatchObject([{ kind: "answer", text: "1" }]);
  expect(press(typing, key("up")).typing.editor.text).toBe("y");
  expect(press(early, key("backspace"), ...typed("1"), ENTER).said).toMatchObject([{ kind: "answer", text: "1" }]);
  const draft = withAsked(press(unready, ...typed("yes, do"), ENTER).typing, newAsk());
  expect(press(draft, ...typed("!")).typing.editor.text).toBe("yes, do!");
});

test("a text from the history is never an answer", () => {
  const { typing } = press(nothingTyped, ...typed("1"), ENTER);
  expect(press(withAsked(typing, newAsk()), key("up"), ENTER).said).toMatchObject([{ kind: "kept" }]);
});

test("for a second after a question has closed Enter keeps every line; for ten, what would have been an answer to it", () => {
  const ask: Ask = { ...newAsk(), problem: (text) => (text === "Allow" ? null : "no answer") };
  /** What Enter does with a line, and with the same behind a draft that came back. */
  const after = (asked: Typing["asked"], line: string, ms: number): string[] => {
    const draft = press(withAsked(press(nothingTyped, ...typed("draft")).typing, asked), TAB).typing;
    return [withAsked(nothingTyped, asked), draft]
      .map((open) => press(withAskedAt(open, null, 0), ...typed(line)).typing)
      .map((typing) => typeKeyAt(typing, ENTER, ms).kind);
  };
  const [kept, sent] = [
    ["kept", "kept"],
    ["prompt", "prompt"],
  ];
  for (const line of ["run it", "1", "Allow"]) expect(after(ask, line, 999)).toEqual(kept);
  expect(after(ask, "run it", 1_000)).toEqual(sent);
  for (const line of ["1", "y", "Allow"]) expect(after(ask, line, 9_999)).toEqual(kept);
  for (const line of ["1", "y", "Allow"]) expect(after(ask, line, 10_000)).toEqual(sent);
  // It closed before it could be read.
  expect(after("unready", "1", 9_999)).toEqual(kept);
});

test("a question that takes the place of one that this person could have answered is read for as long as it takes to see that", () => {
  const [quick, slow] = [300, 1_000];
  const ready = withAsked(nothingTyped, newAsk());
  const replaced = withAsked(ready, "unready");
  expect(readingMs(replaced)).toBe(slow);
  // One after the other is replaced, or the first one is gone for a moment.
  expect(readingMs(withAsked(withAsked(replaced, null), "unready"))).toBe(slow);
  const gone = withAskedAt(ready, null, 0);
  expect(readingMs(withAskedAt(gone, "unready", 999))).toBe(slow);
  expect(readingMs(withAskedAt(gone, "unready", 1_000))).toBe(quick);
  // The next one could be answered, and was.
  const next = withAsked(replaced, newAsk());
  for (const open of [ready, next]) {
    const { typing } = press(open, ...typed("1"), ENTER);
    expect(readingMs(withAsked(typing, "unready"))).toBe(quick);
    expect(readingMs(withAsked(withAsked(typing, null), "unready"))).toBe(quick);
  }
  expect(readingMs(withAsked(next, "unready"))).toBe(slow);
  // Nobody could have answered what was never to be read.
  expect(readingMs(withAsked(withAsked(nothingTyped, "unready"), null))).toBe(quick);
});

test("a draft that comes back when a prompt is sent is not sent by the same press", () => {
  const aside = press(withAsked(press(nothingTyped, ...typed("draft")).typing, newAsk()), TAB, ...typed("1")).typing;
  const { typing, said } = press(withAskedAt(aside, null, 0), ENTER);
  const sent = typeKeyAt(withRead(typing, (said[0] as { kept: Kept }).kept), ENTER, 5_000);
  expect(sent).toMatchObject({ kind: "prompt", text: "1", typing: { editor: { text: "draft" } } });
  const back = (sent as { typing: Typing }).typing;
  expect(typeKeyAt(back, ENTER, 5_999)).toMatchObject({ kind: "kept", why: { kind: "just_settled" } });
  expect(typeKeyAt(back, ENTER, 6_000)).toMatchObject({ kind: "prompt", text: "draft" });
});

type Step =
  | { do: "type" }
  | { do: "number" }
  | { do: "key"; key: Key }
  | { do: "ask" }
  | { do: "unready" }
  | { do: "settle" }
  | { do: "read" };

const pressed = (one: Key): Step => ({ do: "key", key: one });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ do: "type" }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: "number" }) },
  { weight: 4, arbitrary: fc.constantFrom(ENTER, ENTER, NOW, TAB, TAB).map(pressed) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...["left", "right", "home", "end", "up", "down", "backspace", "delete"].map((name) => key(name)),
        ...["u", "k", "w", "a"].map((name) => key(name, { isControl: true })),
        key("return", { isPasted: true }),
      )
      .map(pressed),
  },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ do: "ask" }, { do: "unready" }, { do: "settle" }, { do: "read" }) },
);

test("in any order of keys and questions, an answer has only keys that were pressed while its question was on the screen", () => {
  // Each step types a character of its own, so that it is known when it was typed; or a number, as answers are, and those are counted.
  const FIRST = 0x4e00;
  let answers = 0;
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: "max" }), (steps) => {
      let typing = nothingTyped;
      let kept: Kept | null = null;
      let askedAt = -1;
      let numbers = 0;
      for (const [at, step] of steps.entries()) {
        if (step.do === "key" || step.do === "type" || step.do === "number") {
          const character = step.do === "number" ? "1" : String.fromCodePoint(FIRST + at);
          const one = step.do === "key" ? step.key : key("", { text: character });
          if (step.do === "number") numbers++;
          const result = typeKey(typing, one);
          if (result.kind === "answer") {
            answers++;
            expect(result.ask).toBe(typing.asked);
            expect(result.text.trim()).toBe(typing.editor.text.trim());
            expect(result.text.split("1").length - 1).toBeLessThanOrEqual(numbers);
            for (const character of result.text.replaceAll(/[1\n]/g, ""))
              expect((character.codePointAt(0) ?? 0) - FIRST).toBeGreaterThan(askedAt);
          }
          if (result.kind === "kept") kept = result.kept;
          if ("typing" in result) typing = result.typing;
        } else if (step.do === "read") typing = kept ? withRead(typing, kept) : typing;
        else {
          const any: Ask = { question: "q", label: "", problem: () => null };
          typing = withAsked(typing, step.do === "ask" ? any : step.do === "unready" ? "unready" : null);
          askedAt = at;
          numbers = 0;
        }
      }
    }),
    { numRuns: 3000 },
  );
  expect(answers).toBeGreaterThan(500);
});

test("in any order of keys and questions, no line is lost that was not deleted, and each goes to one place", () => {
  const words = fc.constantFrom([..."abcdefgh"], [..."12345678"]);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant<"type">("type") },
    { weight: 4, arbitrary: fc.constantFrom("enter", "now", "tab", "up", "down") },
    { weight: 3, arbitrary: fc.constantFrom("ask", "unready", "settle", "read") },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: "max" }), words, (steps, marks) => {
      let typing = nothingTyped;
      let kept: Kept | null = null;
      const left = [...marks];
      const gone: string[] = [];
      const open: Ask = { question: "q", label: "", problem: () => null };
      for (const one of steps) {
        const pressed =
          one === "type"
            ? key("x", { text: left.shift() ?? "" })
            : new Map([
                ["enter", ENTER],
                ["now", NOW],
                ["tab", TAB],
                ["up", key("up")],
                ["down", key("down")],
              ]).get(one);
        if (one === "type" && pressed?.text === "") continue;
        if (pressed) {
          const result = typeKey(typing, pressed);
          if (result.kind === "prompt" || result.kind === "answer") gone.push(result.text);
          if (result.kind === "kept") kept = result.kept;
          if ("typing" in result) typing = result.typing;
        } else if (one === "read") typing = kept ? withRead(typing, kept) : typing;
        else typing = withAsked(typing, one === "ask" ? { ...open } : one === "unready" ? "unready" : null);
      }
      const somewhere = [...gone, ...unsent(typing), ...typing.editor.history].join(" ");
      for (const mark of marks.slice(0, marks.length - left.length)) expect(somewhere).toContain(mark);
    }),
    { numRuns: 3000 },
  );
});
