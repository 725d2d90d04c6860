// What was deleted and can still be brought back.
import type { Hono } from "hono";
import { routes, type TrashList } from "../protocol/index.ts";
import { sessionsInTrash } from "../session/index.ts";
import { json } from "./answer.ts";
import type { DaemonContext } from "./context.ts";

export function trashRoutes(app: Hono, { log }: DaemonContext): void {
  app.get(routes.trashed.path, async () => json({ items: await sessionsInTrash(log) } satisfies TrashList));
}
