// `skein queue <s> edit`: replaces a queued prompt's text, from the command line, stdin or an editor.
import { ProblemError, type PromptItem } from "../../client/index.ts";
import { promptTitle } from "../../core/index.ts";
import { Failure, usageFailure } from "../failure.ts";
import { readPrompt } from "../input/read-prompt.ts";
import { openEditor } from "../programs/open-editor.ts";
import { promptName, titleOf } from "../render/queue-table.ts";
import type { QueueCommand, Words } from "./queue-command.ts";

export async function edit(queueCommand: QueueCommand, [ref = "", typed]: Words): Promise<void> {
  const { io, isInteractive } = queueCommand.context;
  const item = queueCommand.find(ref);
  if (typed !== undefined || !isInteractive) {
    const text = await readPrompt(typed, io);
    if (text === null) throw usageFailure("no text given", `write it: skein queue ${queueCommand.ref} edit ${ref} "…"`);
    return change(queueCommand, item, text);
  }
  if (item.isCut) {
    throw usageFailure(
      "the prompt is too long to be edited here",
      `give its new text: skein queue ${queueCommand.ref} edit ${ref} - < file`,
    );
  }
  const edited = await openEditor(item.text ?? "", queueCommand.context);
  if (edited.text === item.text || edited.text.trim() === "") {
    queueCommand.context.say(`not changed: ${promptName(item)}`);
  } else {
    await refuseChanged(queueCommand, item, edited.file);
    await change(queueCommand, item, edited.text).catch((error) => {
      // The agent got the prompt during the edit: the new text is kept.
      if (error instanceof ProblemError) throw keptFailure(queueCommand, error, edited.file);
      throw error;
    });
  }
  await edited.discard();
}

/** Someone else may have changed it while the editor was open. */
async function refuseChanged({ client, session, ref }: QueueCommand, item: PromptItem, file: string): Promise<void> {
  const now = (await client.queue(session.id)).items.find(({ promptId }) => promptId === item.promptId);
  if (!now || now.text === item.text) return;
  throw new Failure("someone else has changed the prompt meanwhile", {
    exit: "failed",
    code: "changed",
    why: `it is now: ${titleOf(now)}`,
    fix: `your text is in ${file}; to use it anyway: skein queue ${ref} edit ${item.promptId.slice(0, 8)} - < ${file}`,
  });
}

async function change(queueCommand: QueueCommand, item: PromptItem, text: string): Promise<void> {
  const content = [{ type: "text" as const, text }];
  const answer = await queueCommand.client.editPrompt(queueCommand.session.id, item.promptId, { content });
  // The number may mean another prompt by now, so the previous text is shown, too.
  const line = `changed ${promptName({ ...item, title: promptTitle(text) })}; it was: ${titleOf(item)}`;
  queueCommand.report("edit", answer, line);
}

const keptFailure = (queueCommand: QueueCommand, { code, message }: ProblemError, file: string): Failure =>
  new Failure(message, {
    exit: "failed",
    code,
    fix: `your text is in ${file}; send it as a new prompt: skein send ${queueCommand.ref} - < ${file}`,
  });
