// What waits for a person, and where they look.
import type { Hono } from "hono";
import { type AttentionList, routes } from "../../protocol/index.ts";
import { json } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import { readBody } from "../request.ts";

export function attentionRoutes(app: Hono, { attention }: DaemonContext): void {
  app.get(routes.attention.path, async () => json({ items: await attention.list() } satisfies AttentionList));

  app.put(routes.focus.path, async (c) => {
    const { id: _, notifies = false, ...claim } = await readBody(c, "focus");
    attention.focus.hold({ ...claim, notifies });
    return json({ state: claim.seconds > 0 ? "held" : "ended" });
  });
}
