// The scripted conversation of `skein demo`: two prompts, and a question that is answered visibly.
import type { Client, ListedSession } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { sendPrompt } from "../prompt/send-prompt.ts";
import { Printer } from "../render/printer.ts";
import { exactText } from "../text/exact-text.ts";
import type { Style } from "../text/style.ts";
import type { Deadline } from "../wait/deadline.ts";
import { cutFailure } from "../wait/prompt-failure.ts";

const prompts = [
  `Have a look around, and note the time.
[[think: An empty directory, most likely. I look first, and ask before I write.]]
[[say: I look at the directory first.]]
[[run: ls -la]]
[[say: Now I would like to write a file.]]
[[ask: date > now.txt]]
[[read: now.txt]]
[[say: Done: the time is in now.txt.]]`,
  "And what did I ask you before? [[recall]]",
];

export interface Playing {
  readonly client: Client;
  readonly session: ListedSession;
  readonly deadline: Deadline;
  readonly style: Style;
  readonly write: (text: string) => void;
}

export async function playDemo({ client, session, deadline, style, write }: Playing): Promise<void> {
  const printer = new Printer({ write, style });
  const left = [...prompts];
  const sendNext = async (): Promise<boolean> => {
    const text = left.shift();
    if (text === undefined) return false;
    await sendPrompt(client, session, { text });
    return true;
  };
  let answered = "";
  await sendNext();
  const reader = new SessionReader({ client, session: session.id });
  for await (const item of reader.items({ after: 0, signal: deadline.signal })) {
    if (item.kind !== "event") continue;
    printer.feed(item.event);
    const question = printer.openQuestion;
    const option = question?.options[0];
    if (question && option && question.id !== answered) {
      answered = question.id;
      printer.page.line(style.dim(`answering: ${exactText(option.label).toLowerCase()}`));
      await client.answer(session.id, question.id, { option: option.id });
    }
    if (item.event.type === "turn_end" && !(await sendNext())) {
      await client.acknowledge(session.id, item.event.seq);
      return;
    }
  }
  throw cutFailure({ session, ref: session.id }, deadline.cut);
}
