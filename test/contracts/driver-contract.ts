// What every driver promises. Fed with recordings of the real agent, so that it is held to lines that were really printed.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Driver } from "../../src/agents/index.ts";
import { MAX_QUESTIONS } from "../../src/agents/kit/questions/question-limits.ts";
import { placeholders } from "../../src/agents/large-lines/placeholders.ts";
import { damaged, isJson } from "./damaged-lines.ts";
import { LONG, lengthened, slim, wholeLine } from "./long-lines.ts";
import { describeQuestionContract } from "./question-contract.ts";
import { answersTo, askedIn, optionsIn, placesIn, questionsIn, type Recordings, withValueAt } from "./questions.ts";
import { contextFor, DriverInUse, type Step } from "./recording.ts";
import { endsIn, endsWithoutTurn, firstPrompt, isText, replay, statesIn, wordsWithoutTurn } from "./replay.ts";
import { expectSound, idsIn } from "./sound-facts.ts";

interface Contract {
  driver: Driver;
  recordings: () => Promise<Recordings> | Recordings;
}

export function describeDriverContract(name: string, { driver, recordings }: Contract): void {
  describe(`the driver contract: ${name}`, () => {
    let recorded: Recordings;
    let lines: string[];
    beforeAll(async () => {
      recorded = await recordings();
      lines = Object.values(recorded).flatMap((steps: Step[]) =>
        steps.flatMap((step) => ("out" in step ? [step.out] : [])),
      );
    });

    test("a turn: the agent is bound, speaks, and ends the turn once", () => {
      const { facts } = replay(driver, recorded.turn);
      const [first] = facts.filter(({ type }) => type !== "commands");
      expect(first?.type).toBe("bound");
      expect(facts.filter(isText).length).toBeGreaterThan(0);
      expect(endsIn(facts)).toEqual(["completed"]);
      expect(facts.at(-1)?.type).toBe("turn_end");
    });

    test("it says to the agent what it said when the recording was made", () => {
      for (const steps of Object.values(recorded)) {
        const { writes } = replay(driver, steps);
        expect(writes).toEqual(steps.flatMap((step: Step) => ("in" in step ? [step.in] : [])));
      }
    });

    test.runIf(driver.capabilities.commands)("a command of its own is told from a text that reads the same", () => {
      const use = new DriverInUse(driver, contextFor("r1"));
      const before = recorded.turn.slice(
        0,
        recorded.turn.findIndex((step) => "do" in step && step.do === "deliver"),
      );
      for (const step of before) if (!("in" in step)) use.take(step);
      const written = (prompt: object) =>
        driver.deliver(use.state, { promptId: "p9", text: "/compact now", ...prompt }).writes;
      const words = JSON.stringify("/compact now");
      expect(written({ isCommand: true }).join("\n")).toContain(words);
      expect(written({ isCommand: true })).not.toEqual(written({}));
      expect(replay(driver, recorded.turn).facts.map(({ type }) => type)).toContain("commands");
    });

    test("its state survives JSON at every step, and every fact is a valid event", () => {
      for (const steps of Object.values(recorded)) {
        const { moments } = replay(driver, steps);
        for (const moment of moments) expectSound(moment);
      }
    });

    test("a question is answered with exactly one write, and a second answer says nothing", () => {
      const use = new DriverInUse(driver, contextFor("r1"));
      const answers = recorded.permission.flatMap((step) => {
        if ("in" in step) return [];
        const moment = use.take(step);
        if (!("do" in step) || step.do !== "answer") return [];
        return [{ first: moment.writes.length, again: use.take(step).writes.length }];
      });
      expect(answers.length).toBeGreaterThan(0);
      expect(answers).toEqual(answers.map(() => ({ first: 1, again: 0 })));
    });

    test("[T-21] every question says what would be done, or what is to be filled in, and how to say no", () => {
      for (const steps of [recorded.permission, recorded.question ?? []]) {
        const asked = replay(driver, steps).facts.flatMap((fact) =>
          fact.type === "permission" && fact.data.state === "asked" ? [fact.data] : [],
        );
        for (const { request, form, options } of asked) {
          expect([request === undefined, form === undefined]).toContain(true);
          expect(request ?? form).toBeDefined();
          expect(options.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["allow_once", "reject_once"]));
          if (request?.kind === "execute") expect(request.command).toMatch(/./);
          if (request?.kind === "edit") expect(request.paths.every((path) => path.startsWith("/"))).toBe(true);
        }
      }
    });

    test("an answer to a question whose input was shortened says the whole input or nothing of it", () => {
      const compared = questionsIn(driver, recorded).flatMap((question) =>
        lengthened(question.line).flatMap((line) => {
          const [whole, short] = [
            answersTo(driver, question.state, line),
            answersTo(driver, question.state, slim(line)),
          ];
          expect(short.map(({ option }) => option)).toEqual(whole.map(({ option }) => option));
          for (const [index, { writes }] of whole.entries()) {
            const restored = short[index]!.writes.map(wholeLine);
            if (restored.some((one) => one.includes(LONG.slice(0, 100)))) expect(restored).toEqual(writes);
            expect(restored.filter((one) => placeholders.isIn(one))).toEqual([]);
          }
          return whole;
        }),
      );
      expect(compared.length).toBeGreaterThan(0);
    });

    test("a question more than Skein keeps is told no at once, and all before it can still be answered", () => {
      for (const { state: before, line } of questionsIn(driver, recorded)) {
        let state = before;
        const ids: string[] = [];
        while (ids.length < MAX_QUESTIONS) {
          const reaction = driver.read(state, withId(driver, { state: before, line }, ids.length));
          const [asked] = askedIn(reaction.facts);
          expect([asked?.state, reaction.writes]).toEqual(["asked", []]);
          ids.push(asked!.id);
          state = reaction.state;
        }
        expect(new Set(ids).size).toBe(MAX_QUESTIONS);
        const refused = driver.read(state, withId(driver, { state: before, line }, MAX_QUESTIONS));
        expectSound(refused);
        expect(askedIn(refused.facts)).toEqual([]);
        expect(refused.writes.length).toBeGreaterThan(0);
        const notices = refused.facts.flatMap((fact) => (fact.type === "notice" ? [fact.data.kind] : []));
        expect(notices).toEqual(["question_refused"]);
        state = refused.state;
        for (const permission of ids) {
          const [option] = optionsIn(driver, before, line);
          const answered = driver.answer(state, { permission, option: option!, message: null, content: null });
          expect(answered.writes).toHaveLength(1);
          state = answered.state;
        }
        expect(
          askedIn(driver.read(state, withId(driver, { state: before, line }, MAX_QUESTIONS + 1)).facts),
        ).toHaveLength(1);
      }
    });

    test("a form is one question, answered with exactly one write", () => {
      const { moments } = replay(driver, recorded.question ?? []);
      const answers = moments.filter(({ step }) => "do" in step && step.do === "answer");
      expect(answers.map(({ writes }) => writes.length)).toEqual(answers.map(() => 1));
      expect(answers.length > 0).toBe(recorded.question !== undefined);
    });

    test("words go into the running turn where the agent takes them, and no turn ends before it has answered them", () => {
      expect(recorded.steer !== undefined).toBe(driver.capabilities.steer);
      const { moments } = replay(driver, recorded.steer ?? []);
      const wishes = moments.filter(({ step }) => "do" in step && step.do === "steer");
      expect(wishes.map(({ writes }) => writes.length)).toEqual(wishes.map(() => 1));
      const turns = moments.filter(({ step }) => "do" in step && step.do === "deliver").length;
      const ends = moments.flatMap(({ facts }) => endsIn(facts));
      expect(ends).toEqual(Array.from({ length: turns }, () => "completed"));
      expect(endsWithoutTurn(driver, recorded.steer ?? [])).toBe(0);
      expect(wordsWithoutTurn(moments)).toEqual([]);
    });

    test("an interrupt is said, and ends the turn once; without a turn there is nothing to say", () => {
      const { facts, moments, use } = replay(driver, recorded.interrupt);
      const interrupts = moments.filter(({ step }) => "do" in step && step.do === "interrupt");
      expect(interrupts.map(({ writes }) => writes.length)).toEqual([1]);
      expect(endsIn(facts)).toEqual(["interrupted"]);
      expect(use.take({ do: "interrupt" }).writes).toEqual([]);
    });

    test("what works in the background starts once, outlives its turn and ends once; asked to end nothing, it says nothing", () => {
      expect(recorded.background !== undefined).toBe(driver.capabilities.tasks !== "untold");
      const { facts, use } = replay(driver, recorded.background ?? []);
      const started = facts.flatMap((fact) => (fact.type === "task_start" ? [fact.data.taskId] : []));
      const ended = facts.flatMap((fact) => (fact.type === "task_end" ? [fact.taskId] : []));
      expect(new Set(started).size).toBe(started.length);
      expect(ended.toSorted()).toEqual(started.toSorted());
      const [start, turnEnd, end] = ["task_start", "turn_end", "task_end"].map((type) =>
        facts.findIndex((fact) => fact.type === type),
      );
      if (recorded.background)
        expect([start, turnEnd, end].toSorted((a = 0, b = 0) => a - b)).toEqual([start, turnEnd, end]);
      if (driver.capabilities.tasks === "stoppable") expect(use.take({ do: "stop_tasks" }).writes).toEqual([]);
    });

    test("ids never meet those of another run", () => {
      for (const steps of Object.values(recorded)) {
        const [one, two] = [idsIn(replay(driver, steps, "r1").facts), idsIn(replay(driver, steps, "r2").facts)];
        expect(one.size).toBeGreaterThan(0);
        expect([...one].filter((id) => two.has(id))).toEqual([]);
      }
    });

    test("no turn ends twice, though lines come twice or in any order", () => {
      for (const steps of Object.values(recorded)) {
        const doubled = steps.flatMap((step: Step) => ("out" in step ? [step, step] : [step]));
        expect(endsWithoutTurn(driver, doubled)).toBe(0);
      }
      fc.assert(
        fc.property(fc.shuffledSubarray(lines), (some) => {
          const prompt: Step = { do: "deliver", promptId: "p1", text: "hello" };
          const steps: Step[] = [{ do: "open" }, prompt, ...some.map((out) => ({ out }))];
          expect(endsWithoutTurn(driver, steps)).toBe(0);
        }),
      );
    });

    test("any prompt goes out in lines without line breaks, into a running turn, too", () => {
      const opened = replay(driver, recorded.turn.slice(0, firstPrompt(recorded.turn))).use.state;
      const { state: working } = driver.deliver(opened, { promptId: "p0", text: "go" });
      fc.assert(
        fc.property(fc.string({ unit: "binary" }), (text) => {
          const steered = driver.capabilities.steer ? [driver.steer(working, { promptId: "p1", text })] : [];
          for (const { writes } of [driver.deliver(opened, { promptId: "p1", text }), ...steered]) {
            expect(writes.length).toBeGreaterThan(0);
            expect(writes.filter((line) => /[\n\r]/.test(line))).toEqual([]);
          }
        }),
      );
    });

    test("it reads any line at any moment: no exception, a sound reaction, and a notice for what is not JSON", () => {
      const states = statesIn(driver, recorded);
      const anyLine = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.json(),
        damaged(lines),
        fc.constantFrom("", "null", "\0"),
      );
      fc.assert(
        fc.property(fc.constantFrom(...states), anyLine, (state, line) => {
          const reaction = driver.read(state, line);
          expectSound(reaction);
          if (!isJson(line)) expect(reaction.facts.map(({ type }) => type)).toEqual(["notice"]);
        }),
        { numRuns: 500 },
      );
    });

    test("its state is plain JSON that it can go on from, and it changes none that it was given", () => {
      for (const state of statesIn(driver, recorded)) {
        expect(driver.restore(JSON.parse(JSON.stringify(state)))).toEqual(state);
        const before = JSON.stringify(state);
        for (const line of new Set(lines)) driver.read(state, line);
        driver.interrupt(state);
        driver.deliver(state, { promptId: "p9", text: "go on" });
        expect(JSON.stringify(state)).toBe(before);
      }
    });

    test("a line cut short becomes a notice that shows it", () => {
      const { state } = replay(driver, recorded.turn).use;
      for (const line of new Set(lines)) {
        for (let length = 1; length < line.length; length++) {
          const [fact] = driver.read(state, line.slice(0, length)).facts;
          expect(fact?.type === "notice" && fact.data.raw).toBe(line.slice(0, length));
        }
      }
    });

    test("what it shows of a line is bounded", () => {
      const { state } = replay(driver, recorded.turn).use;
      for (const line of ["x".repeat(1e6), "漢".repeat(1e5), "\u{1f600}".repeat(1e5), "\ud800".repeat(1e5)]) {
        expectSound(driver.read(state, line));
      }
    });

    describeQuestionContract(driver, () => recorded);
  });
}

/** The same question under another id of the agent's. */
function withId(driver: Driver, { state, line }: { state: unknown; line: string }, number: number): string {
  const idOf = (one: string) => askedIn(driver.read(state, one).facts)[0]?.id;
  const own = idOf(line);
  const other = (value: unknown) => (typeof value === "number" ? 5_000 + number : `${value}-${number}`);
  const place = placesIn(JSON.parse(line)).find((one) => {
    const id = idOf(withValueAt(line, one, other));
    return id !== undefined && id !== own;
  });
  if (!place) throw new Error("The question has no id.");
  return withValueAt(line, place, other);
}
