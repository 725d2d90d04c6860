// Said by a test at the place where it has seen something of a real agent. It counts when the test passes.
import { onTestFinished } from "vitest";
import type { RealAgent } from "../kit.ts";
import { type Feature, YES } from "./feature.ts";

/** In which way an agent was run. */
export interface Way {
  readonly agent: string;
  readonly transport: string;
}

export interface Sighting {
  readonly feature: Feature;
  readonly value: string;
}

declare module "vitest" {
  interface TaskMeta {
    /** The real agent that a test is about; not set for one that config.toml makes up. */
    realAgent?: Way;
    saw?: Sighting[];
  }
}

export function saw(agent: RealAgent, feature: Feature, value: string = YES): void {
  const way = wayOf(agent);
  if (!way) return;
  onTestFinished(({ task }) => {
    task.meta.realAgent = way;
    if (task.result?.state === "fail") return;
    task.meta.saw = [...(task.meta.saw ?? []), { feature, value }];
  });
}

/** As config.toml says it; null for a tool of the config's own making. */
function wayOf({ program, config = "" }: RealAgent): Way | null {
  if (config.includes("[tools.")) return null;
  const [, transport = "stream"] = /^transport\s*=\s*"(\w+)"/m.exec(config) ?? [];
  return { agent: program, transport };
}
