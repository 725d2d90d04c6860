// Prompts and their queue, and stopping what runs.
import { byteSize, type PromptFile } from "../../core/index.ts";
import { isStorageFault } from "../../log/index.ts";
import { type BodyOf, limits } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";
import { promptOf, queueOf } from "./prompt-queue.ts";

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

  withdrawPrompt: ({ params, body: { expectSeq }, submit }) =>
    submit({ type: "withdraw_prompt", promptId: params.prompt, expectSeq }),

  queue: ({ body: { id: _, ...change }, submit }) => submit({ type: "queue", ...change }),

  interrupt: ({ body: { turn, clear }, submit }) =>
    submit({ type: "interrupt", turn, clear }).catch((error) => Promise.reject(tellOfKill(error))),
});

/** Adds a hint to an interrupt that the log can't record: `kill` needs no log. */
const tellOfKill = (error: unknown): unknown =>
  isStorageFault(error)
    ? new Refusal("fenced", `${error.message} Until then the agent is paused; skein kill ends its process now.`)
    : error;

const textOf = (content: BodyOf<"prompt">["content"]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** The files of a prompt: they must be in the log already. */
function filesOf({ log }: DaemonContext, content: BodyOf<"prompt">["content"]): PromptFile[] {
  const files = content.flatMap((part): PromptFile[] => {
    if (part.type !== "file") return [];
    const { name, mediaType, hash } = part;
    const blob = log.blob(hash);
    if (!blob)
      throw new Refusal("blob_not_found", `The file "${name}" is not on the daemon (any more): upload it first.`, {
        hash,
      });
    return [{ name, mediaType, hash, bytes: blob.bytes }];
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > limits.fileBytes) {
    const most = `the files of a prompt can have ${byteSize(limits.fileBytes)} in total`;
    throw new Refusal("too_large", `They have ${byteSize(bytes)}; ${most}.`, {
      limit: limits.fileBytes,
    });
  }
  return files;
}
