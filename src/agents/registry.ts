// Which agents there are. The one place that names drivers; the daemon makes it once, at its start.
import { createDemoDriver } from "./demo/driver.ts";
import type { Driver } from "./driver.ts";

export interface Registry {
  get(id: string): Driver | null;
  list(): readonly Driver[];
  /** For a session whose creator names none. */
  defaultAgent(): Driver;
}

/** `demoProgram` is the path of the built demo agent, which ships beside the daemon. */
export function createRegistry({ demoProgram }: { demoProgram: string }): Registry {
  const demo = createDemoDriver(demoProgram);
  const drivers: readonly Driver[] = [demo];
  return {
    get: (id) => drivers.find((driver) => driver.id === id) ?? null,
    list: () => drivers,
    defaultAgent: () => demo,
  };
}
