// What is said to an agent: prompts with their files, the queue, and stopping what runs.
import {
  type CommandAnswer,
  limits,
  type PromptAnswer,
  type QueueAnswer,
  routes,
  type UploadAnswer,
} from "../../protocol/index.ts";
import { ACKNOWLEDGE_WITHIN_MS, type Delivery, send } from "../send.ts";
import { type CommandInput, pathOf, readJson, tooLarge } from "../wire.ts";
import { LogCalls } from "./log-calls.ts";

export class PromptCalls extends LogCalls {
  prompt(session: string, body: CommandInput<"prompt">): Promise<CommandAnswer> {
    return this.wire.command("prompt", body, { session });
  }

  /**
   * A prompt, and whether it is in the log. An answer that is lost is no loss when this client follows the session: the log says it, too.
   * Without either in time it is sent once more under its id, and then it is not known.
   */
  send(
    session: string,
    body: CommandInput<"prompt">,
    { withinMs = ACKNOWLEDGE_WITHIN_MS.desktop }: { withinMs?: number } = {},
  ): Promise<Delivery> {
    // As the daemon spells it: the answer and the log name it so.
    const promptId = (body.id ?? this.wire.newId()).toLowerCase();
    const attempt = (signal: AbortSignal): Promise<CommandAnswer> =>
      this.wire.command("prompt", { ...body, id: promptId }, { session }, { signal, isLong: true });
    const { wait } = this.wire.connection;
    return send({ promptId, withinMs, attempt, acknowledgements: this.acknowledgements, wait });
  }

  /** Puts a file into the log, for a prompt to refer to. The same content again is harmless; what no prompt refers to within an hour may go. */
  async upload(content: Uint8Array): Promise<UploadAnswer> {
    if (content.length > limits.fileBytes) throw tooLarge("file", content.length, limits.fileBytes);
    const headers = this.wire.sending("application/octet-stream");
    const request = { method: routes.upload.method, path: pathOf("upload", {}), headers, bytes: content };
    return this.wire.ask(request, readJson<UploadAnswer>);
  }

  /** What waits in the session, in order. */
  queue(session: string): Promise<QueueAnswer> {
    return this.wire.get("prompts", { params: { session } });
  }

  /** What became of a prompt, however long ago. */
  promptOutcome(session: string, prompt: string): Promise<PromptAnswer> {
    return this.wire.get("promptOutcome", { params: { session, prompt } });
  }

  editPrompt(session: string, prompt: string, body: CommandInput<"editPrompt">): Promise<CommandAnswer> {
    return this.wire.command("editPrompt", body, { session, prompt });
  }

  withdrawPrompt(session: string, prompt: string, body: CommandInput<"withdrawPrompt"> = {}): Promise<CommandAnswer> {
    return this.wire.command("withdrawPrompt", body, { session, prompt });
  }

  changeQueue(session: string, body: CommandInput<"queue">): Promise<CommandAnswer> {
    return this.wire.command("queue", body, { session });
  }

  interrupt(session: string, body: CommandInput<"interrupt"> = {}): Promise<CommandAnswer> {
    return this.wire.command("interrupt", body, { session });
  }
}
