// Makes a driver out of an agent's `Behaviour`, with the checks that all drivers share.
import type * as z from "zod";
import { boundedCommands } from "../../core/index.ts";
import type { Behaviour, Driver, Fact, Identity, LaunchContext, Reaction } from "../driver.ts";
import { withoutChangedCalls } from "./questions/changed-call.ts";
import { withinLimits } from "./questions/question-limits.ts";
import { unfitValue, withFitIds } from "./validate-ids.ts";

const bounded = (fact: Fact): Fact =>
  fact.type === "commands" ? { ...fact, commands: boundedCommands(fact.commands) } : fact;

/**
 * Hides a driver's state behind its schema: `restore` checks a state from the log once, and later calls get the state that the driver
 * returned. Ids, modes and models are checked too: `launch` and `open` throw for values that the program must not be given (`unfitValue` finds
 * them in advance).
 */
export function defineDriver<State>(schema: z.ZodType<State>, driver: Identity & Behaviour<State>): Driver {
  const own = (state: unknown): State => state as State;
  const checkedContext = (context: LaunchContext): LaunchContext => {
    const unfit = unfitValue(driver, context);
    if (unfit !== null) throw new Error(unfit);
    return context;
  };
  const checkedFacts = (facts: Fact[]): Fact[] => facts.flatMap((fact) => withFitIds(driver, bounded(fact)));
  const taken = (reaction: Reaction<State>): Reaction<State> => ({ ...reaction, facts: checkedFacts(reaction.facts) });
  return {
    id: driver.id,
    title: driver.title,
    transport: driver.transport,
    capabilities: driver.capabilities,
    forgetsMode: driver.forgetsMode ?? false,
    ids: driver.ids,
    probe: driver.probe,
    find: (env) => driver.find(env),
    launch: (context) => driver.launch(checkedContext(context)),
    nativeFiles: (context) => driver.nativeFiles?.(context) ?? null,
    open: (context, prompt) => taken(driver.open(checkedContext(context), prompt)),
    restore: (stored) => schema.parse(stored),
    read: (state, line) => taken(withoutChangedCalls(driver, withinLimits(driver, driver.read(own(state), line)))),
    stdin: (prompt) => driver.stdin?.(prompt) ?? prompt.text,
    deliver: (state, prompt) => driver.deliver(own(state), prompt),
    answer: (state, answer) => driver.answer(own(state), answer),
    steer: (state, prompt) => (driver.steer ?? driver.deliver)(own(state), prompt),
    interrupt: (state) => driver.interrupt(own(state)),
    stopTasks: (state) => (driver.stopTasks ? driver.stopTasks(own(state)) : { state, facts: [], writes: [] }),
    configure: (state, setting) =>
      driver.configure ? driver.configure(own(state), setting) : { state, facts: [], writes: [] },
    isSettling: (state) => driver.isSettling?.(own(state)) ?? false,
    endOwnTurn: (state) => driver.endOwnTurn?.(own(state)) ?? { state, facts: [], writes: [] },
    ended: (state, ending) => checkedFacts(driver.ended?.(own(state), ending) ?? []),
  };
}
