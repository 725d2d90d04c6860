// What only people may do: one table, and the one place that asks who calls.
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { type CallerAnswer, type RouteName, routes } from "../../protocol/index.ts";
import { json, Refusal } from "../answer.ts";
import { readBody } from "../request.ts";
import type { Caller, FindCaller } from "./caller.ts";
import type { Confirmations } from "./confirmations.ts";

/** By route: what an agent would do that must be a person's word. */
export const forPeople = {
  answer: "answer questions of agents",
  addRule: "make rules for agents",
  renewEnvironment: "change the environment of an agent",
  setMode: "change what an agent may do",
  setLimits: "change what an agent may use",
  editPrompt: "change prompts that wait",
  withdrawPrompt: "withdraw prompts that wait",
  queue: "change the queue",
  importSession: "import a session",
  emptyTrash: "delete sessions for good",
} as const satisfies Partial<Record<RouteName, string>>;

/** What a part of a request means that as a whole is for everybody. */
const ofParts = {
  clearQueue: "withdraw prompts that wait",
  overtake: "put a prompt before others that wait",
  sendCommand: "give an agent commands of its own, which may change its settings",
} as const;

export type Operation = keyof typeof forPeople | keyof typeof ofParts;

export interface People {
  /** Throws unless a person calls. */
  require(c: Context, operation: Operation): Promise<void>;
  /** False also where it can't be told, while an agent lives and no code confirms it. */
  isPerson(c: Context): Promise<boolean>;
}

interface Parts {
  readonly findCaller: FindCaller;
  readonly confirmations: Pick<Confirmations, "accepts" | "show">;
}

export function openPeople({ findCaller, confirmations }: Parts): People {
  const isConfirmed = (c: Context, isAlone: boolean): boolean => {
    // As it was sent: the framework's own path is decoded, in part.
    const [path = ""] = ((c.env as HttpBindings).incoming.url ?? "").split("?");
    return isAlone || confirmations.accepts(c.req.header("skein-confirmation"), `${c.req.method} ${path}`);
  };
  return {
    async isPerson(c) {
      const caller = await findCaller((c.env as HttpBindings).incoming.socket);
      return caller.kind === "person" || (caller.kind === "unknown" && isConfirmed(c, caller.isAlone));
    },
    async require(c, operation) {
      const what = { ...forPeople, ...ofParts }[operation];
      const caller = await findCaller((c.env as HttpBindings).incoming.socket);
      if (caller.kind === "agent") throw new Refusal("self_approval", `An agent can't ${what}; a person must.`);
      if (caller.kind === "hidden")
        throw new Refusal("self_approval", `Only a person may ${what}, and ${textOf(caller)}.`);
      if (caller.kind !== "unknown" || isConfirmed(c, caller.isAlone)) return;
      const code = c.req.header("skein-confirmation");
      const why = code === undefined ? textOf(caller) : "this was not the code, or it is too old";
      throw new Refusal("confirmation_required", `Only a person may ${what}, and ${why}.`);
    },
  };
}

/** To be registered before the routes themselves. */
export function peopleRoutes(app: Hono, { people, ...parts }: Parts & { readonly people: People }): void {
  for (const operation of Object.keys(forPeople) as (keyof typeof forPeople)[]) {
    const { method, path } = routes[operation];
    app.on(method, path, async (c, next) => {
      await people.require(c, operation);
      await next();
    });
  }

  app.get(routes.caller.path, async (c) => {
    const caller = await parts.findCaller((c.env as HttpBindings).incoming.socket);
    return json({
      kind: caller.kind,
      text: textOf(caller),
      needsCode: caller.kind === "unknown" && !caller.isAlone,
    } satisfies CallerAnswer);
  });

  app.post(routes.confirmOnTerminal.path, async (c) => {
    // Who could not use a code has none written to anybody's terminal.
    const caller = await parts.findCaller((c.env as HttpBindings).incoming.socket);
    if (caller.kind !== "unknown")
      throw new Refusal(
        "confirmation_not_needed",
        "This system tells who calls: no code is needed, and none is taken.",
      );
    const { terminal, for: requests } = await readBody(c, "confirmOnTerminal");
    return json(await parts.confirmations.show(terminal, requests ?? null), 201);
  });
}

function textOf(caller: Caller): string {
  switch (caller.kind) {
    case "person":
      return "this is a person's program";
    case "agent":
      return "this is an agent, or something that one has started";
    case "hidden":
      return "it can't be told who asks for this: the caller is gone, in another container or network namespace, or another user";
    case "unknown":
      return `this system does not tell who asks for it (${caller.why})`;
    default:
      return caller satisfies never;
  }
}
