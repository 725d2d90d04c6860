// What a typed line means: the answer to an open question, or a prompt.
import type { Client, ListedSession } from "../../client/index.ts";
import type { BlockOf } from "../../core/index.ts";
import { chooseOption } from "../render/question.ts";
import { positionOf, sendPrompt } from "../session/send-prompt.ts";

/** Returns a remark for the person, or null when what happens says it all. */
export async function respond(
  client: Client,
  session: ListedSession,
  { text, question }: { text: string; question: BlockOf<"permission"> | null },
): Promise<string | null> {
  if (!question) {
    const position = positionOf(await sendPrompt(client, session, { text }));
    return position === 0 ? null : `queued at position ${position}: it runs when what is before it has ended`;
  }
  const { word, reason } = splitAnswer(text);
  const option = chooseOption(text, question.options) ?? (reason ? chooseOption(word, question.options) : null);
  if (!option)
    return `not sent: first answer the question, with 1-${question.options.length}, y or n ("n because …" says why)`;
  const isWhole = chooseOption(text, question.options) !== null;
  await client.answer(session.id, question.id, {
    option: option.id,
    ...(isWhole || !reason ? {} : { message: reason }),
  });
  return null;
}

/** "n it is too slow": the first word answers, the rest says why. */
function splitAnswer(text: string): { word: string; reason: string } {
  const [, word = "", reason = ""] = /^\s*(\S+)\s*(.*)$/s.exec(text) ?? [];
  return { word: word.replace(/[,.:;]$/, ""), reason: reason.trim() };
}
