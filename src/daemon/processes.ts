// What the agents that live now take of the machine's memory. Looked at when somebody asks, and at no other time.
import type { Hono } from "hono";
import { memoryOf, readProcesses, treeOf } from "../agents/index.ts";
import { type ProcessList, routes } from "../protocol/index.ts";
import { json } from "./answer.ts";
import type { DaemonContext } from "./context.ts";

export function processRoutes(app: Hono, { log }: DaemonContext): void {
  app.get(routes.processes.path, async () => {
    const runs = log.runs();
    const processes = runs.length > 0 ? await readProcesses() : [];
    const items: ProcessList["items"] = [];
    for (const { run, session } of runs) {
      const pids = treeOf(run, processes).map(({ pid }) => pid);
      items.push({ session, run, pids, bytes: await memoryOf(pids) });
    }
    return json({ items } satisfies ProcessList);
  });
}
