// The environment of a session's agent: compared by names, and renewed by people. A process that lives keeps what it has.
import type { Hono } from "hono";
import { refuseChanged } from "../core/index.ts";
import { routes } from "../protocol/index.ts";
import { json, refuse } from "./answer.ts";
import { refuseWhileDraining, sessionOf } from "./commands.ts";
import type { DaemonContext } from "./context.ts";
import { environmentAnswer, hadOwnEnvironment, renewEnvironment } from "./renew-environment.ts";
import { readBody } from "./request.ts";

export function environmentRoutes(app: Hono, context: DaemonContext): void {
  app.post(routes.compareEnvironment.path, async (c) => {
    const session = await sessionOf(context, c);
    const { env } = await readBody(c, "compareEnvironment");
    const hadOwn = hadOwnEnvironment(session);
    const differs = await context.environments.compare(session.id, env, { hadOwn });
    return json(await environmentAnswer(context, session.id, differs));
  });

  app.put(routes.renewEnvironment.path, async (c) => {
    refuseWhileDraining(context);
    const { id, state } = await sessionOf(context, c);
    const { env, expect } = await readBody(c, "renewEnvironment");
    const refusal = refuseChanged(state, expect);
    if (refusal) throw refuse(refusal.rejection);
    return json(await renewEnvironment(context, id, env));
  });
}
