// What every driver of a process per prompt promises. Fed with recordings of the real program, as its long-lived kin.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Driver, Fact } from "../../src/agents/index.ts";
import { damaged, isJson } from "./damaged-lines.ts";
import { contextFor, readRecording } from "./recording.ts";
import { expectSound, idsIn } from "./sound-facts.ts";

interface Contract {
  driver: Driver;
  /** Paths; the first one is a turn with text and tools. */
  recordings: readonly [string, ...string[]];
}

export function describeOneshotContract(name: string, { driver, recordings }: Contract): void {
  const lines = recordings.flatMap(linesOf);
  const read = (some: readonly string[], run = "r1") => readLines(driver, some, contextFor(run));

  describe(`the contract of a process per prompt: ${name}`, () => {
    test("a turn: the conversation has its name, then words, and the end of the turn comes last and once", () => {
      const { facts } = read(linesOf(recordings[0]));
      expect(facts[0]?.type).toBe("bound");
      expect(facts.filter(({ type }) => type === "agent_message").length).toBeGreaterThan(0);
      expect(facts.at(-1)).toMatchObject({ type: "turn_end", reason: "completed" });
    });

    test("its state survives JSON at every step, every fact is a valid event, and nothing is ever said to it", () => {
      for (const path of recordings) for (const moment of read(linesOf(path)).moments) expectSound(moment);
    });

    test("ids never meet those of another run", () => {
      const [one, two] = ["r1", "r2"].map((run) => idsIn(read(linesOf(recordings[0]), run).facts));
      expect(one?.size).toBeGreaterThan(0);
      expect([...(one ?? [])].filter((id) => two?.has(id))).toEqual([]);
    });

    test("no turn ends twice, though lines come twice or in any order, and the process ends then", () => {
      const endings = (some: readonly string[]): number => {
        const { facts, state } = read(some);
        const last = driver.ended(state, { code: 0, stderr: "", isStopped: false });
        return [...facts, ...last].filter(({ type }) => type === "turn_end").length;
      };
      for (const path of recordings) expect(endings(linesOf(path).flatMap((line) => [line, line]))).toBeLessThan(2);
      fc.assert(
        fc.property(fc.shuffledSubarray([...lines, ...lines]), (some) => {
          expect(endings(some)).toBeLessThan(2);
        }),
      );
    });

    test("it reads any line at any moment: no exception, a sound reaction, and a notice for what is not JSON", () => {
      const states = recordings.flatMap((path) => read(linesOf(path)).moments.map(({ state }) => state));
      const anyLine = fc.oneof(fc.string({ unit: "binary" }), fc.json(), damaged(lines), fc.constantFrom("", "null"));
      fc.assert(
        fc.property(fc.constantFrom(...states), anyLine, (state, line) => {
          const reaction = driver.read(state, line);
          expectSound(reaction);
          if (!isJson(line)) expect(reaction.facts.map(({ type }) => type)).toEqual(["notice"]);
        }),
        { numRuns: 500 },
      );
    });

    test.for([...recordings])("the recorded process %s becomes these facts", async (path) => {
      const isResumed = !/tools|first/.test(path);
      const context = { ...contextFor("r1"), nativeId: isResumed ? contextFor("r1").newNativeId : null };
      const { facts } = readLines(driver, linesOf(path), context);
      const text = facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");
      await expect(text).toMatchFileSnapshot(`../../${path.replace(/jsonl$/, "facts.jsonl")}`);
    });
  });
}

const linesOf = (path: string): string[] => readRecording(path).flatMap((step) => ("out" in step ? [step.out] : []));

interface Moment {
  state: unknown;
  facts: Fact[];
}

function readLines(driver: Driver, lines: readonly string[], context: ReturnType<typeof contextFor>) {
  let { state } = driver.open(context, { promptId: "p1", text: "go" });
  const moments: Moment[] = lines.map((line) => {
    const reaction = driver.read(JSON.parse(JSON.stringify(state)), line);
    expect(reaction.writes).toEqual([]);
    state = reaction.state;
    return reaction;
  });
  return { state, moments, facts: moments.flatMap(({ facts }) => facts) };
}
