// Everything that is there whether or not a daemon runs: storage, agents, time, settings, and the moment at which the daemon dies next.
import { type Limits, noLimits } from "../../../src/core/index.ts";
import { atSecond } from "../../kit/events.ts";
import { AgentProcess } from "./agent.ts";
import { Killed, promise } from "./fault.ts";
import { Model } from "./model.ts";
import { Storage } from "./storage.ts";

const SESSIONS = 3;

export interface Place {
  readonly index: number;
  /** An agent of another name takes no words while it works. */
  readonly agent: "demo" | "deaf";
  readonly model: Model;
  readonly storage: Storage;
  /** The newest process of its agent. */
  process: AgentProcess | null;
}

export class World {
  limits: Limits = noLimits;
  runningSessions = 0;
  isInstallationBroken = false;
  readonly places: readonly Place[];
  #touchesLeft = Number.POSITIVE_INFINITY;
  #seconds = 0;
  #now = atSecond(0);
  #ids = 0;
  readonly #heard = new Map<string, number>();

  constructor() {
    this.places = Array.from({ length: SESSIONS }, (_, index) => {
      const agent = index === 0 ? "deaf" : "demo";
      const model = new Model({
        canSteer: agent === "demo",
        resumesAfterQuota: () => this.limits.resumeAfterQuota,
        hasRoom: () => this.runningSessions === 0 || this.#working(index) < this.runningSessions,
        isOverBudget: (costUsd) => this.limits.budgetUsd !== null && costUsd >= this.limits.budgetUsd,
      });
      return { index, agent, model, storage: new Storage(model), process: null };
    });
  }

  get seconds(): number {
    return this.#seconds;
  }

  get now(): string {
    return this.#now;
  }

  pass(seconds: number): void {
    this.#seconds += seconds;
    this.#now = atSecond(this.#seconds);
  }

  /** So many touches of the world later the daemon dies. */
  killAfter(touches: number): void {
    this.#touchesLeft = touches;
  }

  limit(limits: Limits): void {
    this.limits = limits;
  }

  breakInstallation(isBroken: boolean): void {
    this.isInstallationBroken = isBroken;
  }

  /** One more session may work at once, in the end as many as there are. */
  makeRoom(): void {
    this.runningSessions = this.runningSessions === 1 ? 2 : 0;
  }

  newId(prefix: string): string {
    this.#ids++;
    return `${prefix}${this.#ids}`;
  }

  /** Before and after everything that a daemon does to the world it may die. */
  touch(): void {
    this.#touchesLeft--;
    if (this.#touchesLeft < 0) throw new Killed();
  }

  /** A run that was recorded is started once, by whoever opens it first. */
  open({ model, index }: Place, run: string): AgentProcess {
    const place = this.places[index] as Place;
    if (place.process?.run === run) return place.process;
    const last = place.process;
    promise(last === null || last.exit !== null, () => `two processes for session ${index}`);
    const heard = last ? model.wordsOf(last.run) : 0;
    promise(
      last === null || heard === last.words,
      () => `of ${last?.words} words of ${last?.run} ${heard} are in the log`,
    );
    place.process = new AgentProcess(run, {
      prompt: ({ promptId, text, run: by }) => {
        const times = (this.#heard.get(promptId) ?? 0) + 1;
        this.#heard.set(promptId, times);
        promise(times === 1, () => `the agent was given ${promptId} ${times} times`);
        const fate = model.fates.get(promptId);
        const isRecorded = typeof fate === "object" && fate.text === text && fate.run === by;
        promise(isRecorded, () => `the agent was given ${promptId} ("${text}"), and the log says ${fate}`);
      },
      answer: (heard) => model.questions.hear(heard),
    });
    return place.process;
  }

  timesHeard(promptId: string): number {
    return this.#heard.get(promptId) ?? 0;
  }

  #working(except: number): number {
    return this.places.filter(({ index, model }) => index !== except && (model.turn?.promptId ?? null) !== null).length;
  }
}
