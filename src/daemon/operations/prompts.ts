// Prompts, the queue that they wait in, and stopping what runs.
import { isStorageFault } from "../../log/index.ts";
import type { BodyOf } from "../../protocol/index.ts";
import { Refusal } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { filesOf } from "../prompt-files.ts";
import { promptOf, queueOf } from "../prompts.ts";

type Operations = "prompt" | "prompts" | "promptOutcome" | "editPrompt" | "withdrawPrompt" | "queue" | "interrupt";

export const promptHandlers = (context: DaemonContext): Pick<Handlers, Operations> => ({
  prompt({ body: { id, content, else: otherwise, place, ...how }, submit }) {
    const files = filesOf(context, content);
    const text = textOf(content);
    return submit({ type: "prompt", promptId: id, text, files, ...how, otherwise, before: place?.before });
  },

  async prompts(call) {
    const { id, state } = await call.session();
    return queueOf(state, { isFollowed: context.sessions.fanOut.isFollowed(id) });
  },

  async promptOutcome(call) {
    const { id, state } = await call.session();
    const { prompt } = call.params;
    const found = await promptOf({ log: context.log, session: id }, state, prompt);
    if (!found) throw new Refusal("prompt_not_found", `There is no prompt "${prompt}" in this session.`);
    return found;
  },

  editPrompt({ params, body: { id: _, content, ...change }, submit }) {
    const text = content ? textOf(content) : undefined;
    return submit({ type: "edit_prompt", promptId: params.prompt, ...change, text });
  },

  withdrawPrompt: ({ params, submit }) => submit({ type: "withdraw_prompt", promptId: params.prompt }),

  queue: ({ body: { id: _, ...change }, submit }) => submit({ type: "queue", ...change }),

  interrupt: ({ body: { turn, clear }, submit }) =>
    submit({ type: "interrupt", turn, clear }).catch((error) => Promise.reject(tellOfKill(error))),
});

/** An interrupt is said to the agent, which needs the log; ending its process does not. */
const tellOfKill = (error: unknown): unknown =>
  isStorageFault(error)
    ? new Refusal("fenced", `${error.message} Until then the agent is paused; skein kill ends its process now.`)
    : error;

const textOf = (content: BodyOf<"prompt">["content"]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
