// `skein queue <s> edit`: other words for a prompt that waits, from the command line, from stdin or from an editor.
import { ProblemError, type PromptItem } from "../../client/index.ts";
import { promptTitle } from "../../core/index.ts";
import { Failure, usageFailure } from "../failure.ts";
import { promptName, titleOf } from "../render/queue-table.ts";
import { openEditor } from "../session/open-editor.ts";
import { readPrompt } from "../session/read-prompt.ts";
import type { Desk, Words } from "./desk.ts";

export async function edit(desk: Desk, [ref = "", typed]: Words): Promise<void> {
  const { io, isInteractive } = desk.context;
  const item = desk.find(ref);
  if (typed !== undefined || !isInteractive) {
    const text = await readPrompt(typed, io);
    if (text === null) throw usageFailure("no text given", `write it: skein queue ${desk.ref} edit ${ref} "…"`);
    return change(desk, item, text);
  }
  if (item.isCut) {
    throw usageFailure(
      "the prompt is too long to be shown here as a whole",
      `give its new text: skein queue ${desk.ref} edit ${ref} - < file`,
    );
  }
  const edited = await openEditor(item.text ?? "", desk.context);
  if (edited.text === item.text || edited.text.trim() === "") {
    desk.context.say(`left as it was: ${promptName(item)}`);
  } else {
    await refuseChanged(desk, item, edited.file);
    await change(desk, item, edited.text).catch((error) => {
      // It has gone to the agent while it was written: what was written stays.
      if (error instanceof ProblemError) throw keptFailure(desk, error, edited.file);
      throw error;
    });
  }
  await edited.discard();
}

/** Somebody else may have changed it while the editor was open. */
async function refuseChanged({ client, session, ref }: Desk, item: PromptItem, file: string): Promise<void> {
  const now = (await client.queue(session.id)).items.find(({ promptId }) => promptId === item.promptId);
  if (!now || now.text === item.text) return;
  throw new Failure("somebody else has changed the prompt meanwhile", {
    exit: "failed",
    code: "changed",
    why: `it is now: ${titleOf(now)}`,
    fix: `your text is in ${file}; to use it all the same: skein queue ${ref} edit ${item.promptId.slice(0, 8)} - < ${file}`,
  });
}

async function change(desk: Desk, item: PromptItem, text: string): Promise<void> {
  const content = [{ type: "text" as const, text }];
  const answer = await desk.client.editPrompt(desk.session.id, item.promptId, { content });
  // A number may have come to mean another prompt since it was seen: what was there before is told, too.
  const line = `changed ${promptName({ ...item, title: promptTitle(text) })}; it was: ${titleOf(item)}`;
  desk.report("edit", answer, line);
}

const keptFailure = (desk: Desk, { code, message }: ProblemError, file: string): Failure =>
  new Failure(message, {
    exit: "failed",
    code,
    fix: `your text is in ${file}; send it as a new one: skein send ${desk.ref} - < ${file}`,
  });
