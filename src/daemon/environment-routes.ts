// The environment of a session's agent: compared by names, and renewed by people. A process that lives keeps what it has.
import type { Hono } from "hono";
import { routes } from "../protocol/index.ts";
import { json } from "./answer.ts";
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
    const { id } = await sessionOf(context, c);
    const { env } = await readBody(c, "renewEnvironment");
    return json(await renewEnvironment(context, id, env));
  });
}
