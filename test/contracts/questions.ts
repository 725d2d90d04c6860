// The lines of a recording with which the agent asks something, and what its driver makes of them.
import type { Driver, Fact } from "../../src/agents/index.ts";
import { contextFor, DriverInUse, type Step } from "./recording.ts";

export interface Recordings {
  /** A prompt that is answered in text, with a tool call. */
  turn: Step[];
  /** A question that is answered. */
  permission: Step[];
  /** A turn that is interrupted. */
  interrupt: Step[];
  /** Where the agent asks people something: a form that is filled in. */
  question?: Step[];
  /** Where the agent takes words while it works: some that it hears in its turn, and others only after its answer. */
  steer?: Step[];
  /** Where the agent tells of it: work in the background that is still going on when its turn ends, and ends later. */
  background?: Step[];
}

export type Asked = Extract<Extract<Fact, { type: "permission" }>["data"], { state: "asked" }>;

export const askedIn = (facts: readonly Fact[]): Asked[] =>
  facts.flatMap((fact) => (fact.type === "permission" && fact.data.state === "asked" ? [fact.data] : []));

/** Every line with which the agent asks something, and the driver's state before it. */
export function questionsIn(
  driver: Driver,
  { permission, question = [] }: Recordings,
): { state: unknown; line: string }[] {
  return [permission, question].flatMap((steps) => {
    const use = new DriverInUse(driver, contextFor("r1"));
    return steps.flatMap((step) => {
      if ("in" in step) return [];
      const { state } = use;
      const { facts } = use.take(step);
      return "out" in step && askedIn(facts).length > 0 ? [{ state, line: step.out }] : [];
    });
  });
}

/** Questions about a call, the state in which each is open, and the lines that told of its call, each with the state before it. */
export function tellersOf(
  driver: Driver,
  steps: readonly Step[],
): { asked: Asked; state: unknown; tellers: { line: string; before: unknown }[] }[] {
  const use = new DriverInUse(driver, contextFor("r1"));
  const heard: { line: string; before: unknown }[] = [];
  return steps.flatMap((step) => {
    if ("in" in step) return [];
    const before = use.state;
    const [asked] = askedIn(use.take(step).facts);
    if ("out" in step) heard.push({ line: step.out, before });
    const call = asked?.toolCallId?.slice("r1-".length);
    if (!asked || call === undefined) return [];
    const tellers = heard.filter(
      ({ line }) => line.includes(JSON.stringify(call)) && askedIn(driver.read(before, line).facts).length === 0,
    );
    return [{ asked, state: use.state, tellers }];
  });
}

export const optionsIn = (driver: Driver, state: unknown, line: string): string[] =>
  askedIn(driver.read(state, line).facts).flatMap(({ options }) => options.map(({ id }) => id));

/** What is said to the agent for each answer that it offers. */
export function answersTo(driver: Driver, state: unknown, line: string): { option: string; writes: string[] }[] {
  const reaction = driver.read(state, line);
  return askedIn(reaction.facts).flatMap(({ id, options, form = [] }) => {
    const filled = form.map((field) => [field.id, field.options?.[0]?.value ?? "words"]);
    const given = { permission: id, message: null, content: Object.fromEntries(filled) };
    return options.map(({ id: option }) => ({
      option,
      writes: driver.answer(reaction.state, { ...given, option }).writes,
    }));
  });
}

export type Place = readonly (string | number)[];

export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, field]) => placesIn(field, [...at, key]));
}

export function withValueAt(line: string, place: Place, change: (value: unknown) => unknown): string {
  const root = { line: JSON.parse(line) as unknown };
  let holder = root as unknown as Record<string, unknown>;
  for (const key of ["line", ...place.slice(0, -1)]) holder = holder[key] as Record<string, unknown>;
  const last = place.at(-1)!;
  holder[last] = change(holder[last]);
  return JSON.stringify(root.line);
}
