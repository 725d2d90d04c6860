// `skein answer`: answers what an agent asks. The first answer counts, wherever it comes from.
import { createInterface } from "node:readline/promises";
import type { ListedSession } from "../../client/index.ts";
import type { OpenPermission } from "../../core/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { exactText } from "../render/exact-text.ts";
import { chooseOption, questionLines } from "../render/question.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";
import { questionFailure } from "../session/prompt-failure.ts";
import { wholeOf } from "../session/whole-event.ts";

export const command = defineCommand({
  name: "answer",
  aliases: [],
  group: "WORK",
  summary: "Answer a permission question",
  usage: "answer [session] [option]",
  details: [
    "The option is its number, its id, or a word: allow, always, deny. Without one the question is shown, and in a terminal asked.",
  ],
  examples: ["skein answer api", "skein answer api 1", 'skein answer api deny --message "use the test database"'],
  flags: { message: { type: "string", short: "m", value: "text", summary: "Tell the agent why" } },
  maxPositionals: 2,
  async run(context) {
    const { flags, cwd, say, printJson } = context;
    const { ref, rest } = sessionArgument(context);
    const client = await context.client();
    const session = await findSession(client, ref, cwd);
    const { state } = await client.session(session.id);
    const open = state.permission.open.filter((one) => one.state === "asked");
    const [first] = open;
    if (!first) throw nothingAsked(session);
    const question = await wholeOf(client, first);
    const typed = rest[0] ?? (await ask(context, question, session));
    const option = chooseOption(typed, question.options);
    if (!option) {
      const options = question.options.map(({ label }, index) => `${index + 1}  ${exactText(label)}`);
      throw usageFailure(`"${typed}" is not an option here`, `choose one of: ${options.join(", ")}`);
    }
    const { message } = flags;
    const answer = await client.answer(session.id, question.id, {
      option: option.id,
      ...(message === undefined ? {} : { message }),
    });
    if (flags.json)
      printJson({ v: 1, session: session.id, permission: question.id, option: option.id, seq: answer.seq });
    const more = open.length > 1 ? `; ${open.length - 1} more to answer` : "";
    say(`answered: ${exactText(option.label)}${more}`);
    return exitCodes.ok.code;
  },
});

const nothingAsked = (session: ListedSession): Failure =>
  new Failure(`${displayName(session)} asks nothing right now`, {
    exit: "notFound",
    code: "permission_not_found",
    fix: "see who does: skein sessions",
  });

/** Shows the question in full; in a terminal the person answers right here. */
async function ask(
  { io, style, isInteractive }: Context,
  question: OpenPermission,
  session: ListedSession,
): Promise<string> {
  if (!isInteractive) throw questionFailure(session, question, "denied");
  const options = question.options.map((_, index) => index + 1).join("|");
  io.stdout.write(`${questionLines(question, style).join("\n")}\n`);
  const reader = createInterface({ input: io.stdin, output: io.stdout });
  const interrupted = new AbortController();
  reader.once("SIGINT", () => interrupted.abort());
  try {
    return await reader.question(`${options} ${style.glyphs.prompt} `, { signal: interrupted.signal });
  } catch {
    throw new Failure("not answered", { exit: "interrupted", code: "interrupted" });
  } finally {
    reader.close();
  }
}
