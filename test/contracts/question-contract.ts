// What every driver promises of its questions: what a yes lets the agent do is what was shown and judged.
import { expect, test } from "vitest";
import type { Driver, Fact } from "../../src/agents/index.ts";
import {
  answersTo,
  askedIn,
  type Place,
  placesIn,
  questionsIn,
  type Recordings,
  tellersOf,
  withValueAt,
} from "./questions.ts";

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
      const stored = JSON.stringify(first.state, (key, value) => (counts.includes(key) ? undefined : value));
      const older = driver.restore(JSON.parse(stored));
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

  test("[T-21] a call that is told anew as something else while its question is open: the agent is told no, or a yes says what was shown", () => {
    for (const { asked, state, tellers } of tellersOf(driver, recorded().permission)) {
      const [{ id: option } = { id: "" }] = asked.options.filter(({ kind }) => kind === "allow_once");
      const yesIn = (after: unknown) => driver.answer(after, { permission: asked.id, option, ...no }).writes;
      for (const { line, before } of tellers) {
        for (const other of otherCalls(driver, before, line)) {
          const { state: after, facts, writes } = driver.read(state, other);
          const isRefused = questionFacts(facts).some((data) => data.id === asked.id && data.state === "stale");
          const isSaidAgain = wordsOf(callIn(driver, before, line)).every((word) => yesIn(after).join().includes(word));
          expect([isRefused ? [writes.length > 0, yesIn(after)] : isSaidAgain, other]).toEqual([
            isRefused ? [true, []] : true,
            other,
          ]);
        }
      }
    }
  });

  test("[T-21] what would run is the command and nothing else, however it is made to look", () => {
    const { permission, turn, interrupt } = recorded();
    for (const { state, line } of questionsIn(driver, { permission, turn, interrupt })) {
      const [asked] = askedIn(driver.read(state, line).facts);
      const command = asked?.request?.kind === "execute" ? asked.request.command : null;
      if (command === null) continue;
      expect(asked?.detail).toBe(command);
      const longer = `${command}\n\ndescription: a test; touch x\n\n(in /etc)`;
      const other = JSON.stringify(JSON.parse(line), (_, value) => (value === command ? longer : value));
      for (const { request, detail } of askedIn(driver.read(state, other).facts)) expect(detail).toBe(request?.command);
    }
  });

  test("[T-21] whatever is in the input of a tool is shown, or no rule allows it", () => {
    const { permission, turn, interrupt } = recorded();
    const questions = questionsIn(driver, { permission, turn, interrupt });
    const seen = questions.flatMap(({ state, line }) =>
      stranger(line).flatMap((strange) => {
        const [asked] = askedIn(driver.read(state, strange).facts);
        if (!asked?.request) return [];
        const isShown = [asked.title, asked.detail, ...(asked.notes ?? [])].join("\n").includes(LEAF);
        const isLeftToPeople = asked.request.hasMore === true || asked.isPartial === true;
        expect([isShown || isLeftToPeople, strange]).toEqual([true, strange]);
        return [strange];
      }),
    );
    // Agents that say with Skein's own words what is to be shown have no input in their questions.
    expect(seen.length > 0).toBe(questions.some(({ line }) => stranger(line).length > 0));
  });
}

const callIn = (driver: Driver, state: unknown, line: string) =>
  driver.read(state, line).facts.find((fact) => fact.type === "tool_call")?.data;

/** The line with one of its values changed, wherever that tells of the same call with another input. */
function otherCalls(driver: Driver, state: unknown, line: string): string[] {
  const own = callIn(driver, state, line);
  return placesIn(JSON.parse(line)).flatMap((place) => {
    const other = withValueAt(line, place, (value) => (typeof value === "string" ? `${value}x` : value));
    const told = callIn(driver, state, other);
    const isOther = told?.toolCallId === own?.toolCallId && JSON.stringify(told?.input) !== JSON.stringify(own?.input);
    return told && isOther ? [other] : [];
  });
}

/** The texts of a call's input, as they stand in a line of JSON. */
const wordsOf = (call: { input?: unknown } | undefined): string[] =>
  Object.values(call?.input ?? {}).flatMap((value) =>
    typeof value === "string" ? [JSON.stringify(value).slice(1, -1)] : [],
  );

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

const LEAF = "leaf-7";

/** Where agents say what a tool is given. */
const inputs = ["input", "rawInput", "content", "locations", "metadata", "changes"];
/** Some say it with the question itself, or with the call. */
const isInput = (place: Place): boolean =>
  place.some((key) => inputs.includes(String(key))) || place.at(-1) === "toolCall" || place.join() === "params";
/** The protocol's own place for what is no part of the call. */
const isBeside = (place: Place): boolean => place.includes("_meta");

/** The line with something more in its input, at every place: another field, another item of a list, other words. */
function stranger(line: string): string[] {
  const places = everyPlaceIn(JSON.parse(line));
  const hasCall = places.some((place) => place.at(-1) === "toolCall");
  return places.flatMap((place) => {
    if (!isInput(place) || isBeside(place) || (hasCall && place.join() === "params")) return [];
    const strange = withValueAt(line, place, (value) => {
      if (typeof value === "string") return `${value} ${LEAF}`;
      if (Array.isArray(value)) return [...value, withWords(value.at(-1) ?? "")];
      return typeof value === "object" && value !== null ? { ...value, strange: `/elsewhere/${LEAF}` } : value;
    });
    return strange.includes(LEAF) ? [strange] : [];
  });
}

function everyPlaceIn(value: unknown, at: Place = []): Place[] {
  const below = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [...(at.length > 0 ? [at] : []), ...below.flatMap(([key, field]) => everyPlaceIn(field, [...at, key]))];
}

/** The same with other words in it. */
function withWords(value: unknown): unknown {
  if (typeof value === "string") return `${value} ${LEAF}`;
  if (typeof value !== "object" || value === null) return LEAF;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, key === "type" ? field : withWords(field)]),
  );
}
