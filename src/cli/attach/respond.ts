// What a typed line means: the answer to an open question, or a prompt; one that can't wait stops the turn that asks.
import type { Client, ListedSession } from "../../client/index.ts";
import type { BlockOf } from "../../core/index.ts";
import { choicesOf, findChoice, numbersOf } from "../render/choices.ts";
import { referenceOf } from "../render/session-name.ts";
import { sendPrompt } from "../session/send-prompt.ts";

/** Returns a remark for the person, or null when what happens says it all. */
export async function respond(
  client: Client,
  session: ListedSession,
  { text, isNow, question }: { text: string; isNow: boolean; question: BlockOf<"permission"> | null },
): Promise<string | null> {
  if (!question || isNow) {
    await sendPrompt(client, session, { text, ...(isNow ? { when: "interrupt" } : {}) });
    return null;
  }
  const { word, reason } = splitAnswer(text);
  const choices = choicesOf(question);
  const whole = findChoice(text, choices);
  const choice = whole ?? (reason ? findChoice(word, choices) : null);
  const isReasoned = whole === null && reason !== "";
  // What lasts is shown before it is made, and there is no room for that here.
  if (!choice && /^([23]|session|project|always)$/i.test(word))
    return `not answered: from now on, with a look at the rule first: skein answer ${referenceOf(session)}`;
  if (!choice)
    return `not sent: first answer the question, with ${numbersOf(choices)}, y or n ("n because …" says why)`;
  if (question.form && choice.isAllow)
    return `not answered: there is something to fill in: skein answer ${referenceOf(session)}`;
  if (choice.kind === "reason" && !isReasoned) return `not answered: say why in the same line: ${word} because …`;
  await client.answer(session.id, question.id, {
    option: choice.option,
    ...(isReasoned ? { message: reason } : {}),
  });
  return null;
}

/** "n it is too slow": the first word answers, the rest says why. */
function splitAnswer(text: string): { word: string; reason: string } {
  const [, word = "", reason = ""] = /^\s*(\S+)\s*(.*)$/s.exec(text) ?? [];
  return { word: word.replace(/[,.:;]$/, ""), reason: reason.trim() };
}
