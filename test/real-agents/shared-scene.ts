// Sessions for many tests: starting an agent takes longer than what most of them do with it.
import { sharedByTests } from "../kit/lifetime.ts";
import type { Exchange } from "../kit/model/record.ts";
import { type RealAgent, type Setting, Stage, type Talk } from "./kit.ts";

export interface Scene {
  readonly stage: Stage;
  readonly talk: Talk;
  /** What the model was asked since the test began. */
  asked(): readonly Exchange[];
}

type SessionMode = "auto" | "default";
export type OpenScene = (mode?: SessionMode) => Promise<Scene>;

/**
 * One session in mode auto, and one that asks, for tests that follow each other. Each test begins with a session that rests, sees what comes from then on,
 * and leaves one that rests, in its mode. Gates, files, and words that mark prompts or are noted, are of one test alone.
 */
export function sharedScene(agent: RealAgent, setting: Setting = {}): OpenScene {
  const shared = sharedByTests(async (lifetime) => {
    const stage = await Stage.set(agent, { ...setting, lifetime });
    return { stage, talks: new Map<SessionMode, Promise<Talk>>() };
  });
  return async (mode = "auto") => {
    const { stage, talks } = await shared();
    const opened = talks.get(mode) ?? stage.open(mode);
    talks.set(mode, opened);
    const { model } = stage;
    const before = model.exchanges.length;
    const asked = () => model.exchanges.slice(before).filter(({ isAside }) => !isAside);
    return { stage, talk: await stage.goOn(await opened), asked };
  };
}
