// What every driver promises of its questions: what a yes lets the agent do is what was shown and judged.
import { expect, test } from "vitest";
import type { Driver, Fact } from "../../src/agents/index.ts";
import { answersTo, askedIn, placesIn, questionsIn, type Recordings, withValueAt } from "./questions.ts";

export function describeQuestionContract(driver: Driver, recorded: () => Recordings): void {
  const no = { message: null, content: null };

  test("an id that the agent uses again after the answer is a question of its own", () => {
    for (const { state, line } of questionsIn(driver, recorded())) {
      const first = driver.read(state, line);
      const [one] = askedIn(first.facts);
      const option = one!.options[0]!.id;
      const answered = driver.answer(first.state, { permission: one!.id, option, ...no });
      const again = driver.read(answered.state, line);
      const [two] = askedIn(again.facts);
      expect(two?.id).toEqual(expect.any(String));
      expect(two!.id).not.toBe(one!.id);
      expect(driver.answer(again.state, { permission: one!.id, option, ...no }).writes).toEqual([]);
      expect(driver.answer(again.state, { permission: two!.id, option, ...no }).writes).toHaveLength(1);
    }
  });

  test("a question that was left open by a version that did not count them can be answered", () => {
    const counts = ["number", "print", "asked"];
    for (const { state, line } of questionsIn(driver, recorded())) {
      const first = driver.read(state, line);
      const older = JSON.parse(JSON.stringify(first.state, (key, value) => (counts.includes(key) ? undefined : value)));
      const [{ id, options } = { id: "", options: [] }] = askedIn(first.facts);
      const writes = [id, id.replace(/-\d+$/, "")].flatMap(
        (permission) => driver.answer(older, { permission, option: options[0]!.id, ...no }).writes,
      );
      expect(writes).toHaveLength(1);
    }
  });

  test("a question that is told twice is one question", () => {
    for (const { state, line } of questionsIn(driver, recorded())) {
      const first = driver.read(state, line);
      const again = driver.read(first.state, line);
      expect([questionFacts(again.facts), again.writes]).toEqual([[], []]);
      const [{ id: permission, options } = { id: "", options: [] }] = askedIn(first.facts);
      const answered = driver.answer(again.state, { permission, option: options[0]!.id, ...no });
      expect(answered.writes).toHaveLength(1);
    }
  });

  test("another question under the id of an open one is told no at once, and so is the open one", () => {
    const seen = questionsIn(driver, recorded()).flatMap(({ state, line }) => {
      const first = driver.read(state, line);
      const [one] = askedIn(first.facts);
      const others = otherQuestions(driver, state, line);
      for (const other of others) {
        const second = driver.read(first.state, other);
        const stale = { id: one!.id, state: "stale", reason: expect.any(String) };
        expect(questionFacts(second.facts)).toEqual([stale]);
        expect(noticesIn(second.facts)).toEqual(["question_refused"]);
        expect(second.writes).toHaveLength(1);
        const yes = answersTo(driver, state, other).flatMap(({ option, writes }) =>
          one!.options.some(({ id, kind }) => id === option && kind.startsWith("allow")) ? writes : [],
        );
        expect(yes).not.toContain(second.writes[0]);
        for (const { id: option } of one!.options)
          expect(driver.answer(second.state, { permission: one!.id, option, ...no }).writes).toEqual([]);
        expect(askedIn(driver.read(second.state, other).facts)).toHaveLength(1);
      }
      return others;
    });
    expect(seen.length).toBeGreaterThan(0);
  });
}

const questionFacts = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "permission" ? [fact.data] : []));

const noticesIn = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (fact.type === "notice" ? [fact.data.kind] : []));

/** The line with one of its values changed, wherever that makes another question of it under the same id. */
function otherQuestions(driver: Driver, state: unknown, line: string): string[] {
  const askedBy = (text: string) => askedIn(driver.read(state, text).facts)[0];
  const own = askedBy(line);
  return placesIn(JSON.parse(line)).flatMap((place) => {
    const other = withValueAt(line, place, (value) => (typeof value === "string" ? `${value}x` : value));
    const asked = askedBy(other);
    const isOther = asked?.id === own!.id && JSON.stringify(asked) !== JSON.stringify(own);
    return isOther ? [other] : [];
  });
}
