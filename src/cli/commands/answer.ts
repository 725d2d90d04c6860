// `skein answer`: answers a question of an agent. The first answer counts, whoever gives it.
import type { Client, ListedSession, PermissionDetail } from "../../client/index.ts";
import { answerFlags, type ChosenFlags, chosenBy } from "../answer/answer-flags.ts";
import { type Context, defineCommand } from "../command.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { inlineTexts } from "../history/inline-texts.ts";
import { type Choice, choicesOf, findChoice, isChoiceWord } from "../render/choices.ts";
import { setFlags } from "../render/form.ts";
import { displayName, type Named } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { agentRows, listRows } from "../text/agent-text.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "answer",
  aliases: [],
  group: "WORK",
  summary: "Answer an agent's question",
  usage: "answer [session] [choice]",
  details: [
    "Shows the whole question and asks you. Without a terminal, pass a flag, a number or a word (allow, deny). The numbers always mean",
    "the same: 1 once, 2 in this session from now on, 3 in this directory from now on, 4 deny, 5 deny and say why; 6 and up are the",
    "agent's own options. 2 and 3 make a rule that allows exactly this; it is shown first, and 3 asks you to confirm it (see: skein help",
    "policy).",
    "To allow with a flag or a word, name the question (--question, with an id from skein inbox --json): another question could have",
    "replaced the one that you read. In a terminal you can leave it out; the question is then shown first and confirmed.",
    "If the agent asks for values, each field is asked, or given with --set.",
    "--all answers all open questions after showing the list; narrow it with -s, --kind and --matching (a command pattern, as in a",
    "rule). Questions that can't be shown whole are left out, with exit code 8.",
    "If someone else was first, or the question of --question is already settled, that is reported with exit code 10.",
    "A choice alone (skein answer 1) applies to the directory's default session; -s names a session with such a name.",
  ],
  examples: [
    "skein answer api",
    "skein answer api --once",
    "skein answer api --question <id> --once",
    'skein answer api --deny --reason "use the test database"',
    "skein answer api --question <id> --set colour=red",
    'skein answer --all --matching "npm test **" --once',
  ],
  effect: "acts",
  flags: answerFlags,
  maxPositionals: 2,
  async run(context) {
    if (context.flags.all) return (await import("../answer/answer-all.ts")).answerAll(context);
    refuseFilters(context.flags);
    const { ref, rest } = answerArguments(context);
    const client = await context.client({ confirms: true });
    const session = await findSession(client, ref, context);
    const { items } = await client.inbox();
    const open = items.filter((one) => one.session === session.id);
    const found = open.find(({ id }) => id === (context.flags.question ?? id));
    if (!found) throw await nothingAsked(client, session, { context, items });
    const question = await inlineTexts(client, found);
    return answerOne(context, { client, session, question, typed: rest[0], others: open.length - 1 });
  },
});

/** `skein answer 1` answers the directory's own session, even if another session is called "1". */
function answerArguments(context: Context<typeof answerFlags>): ReturnType<typeof sessionArgument> {
  const { flags, positionals } = context;
  const [only, ...more] = positionals;
  const isChoice = flags.session === undefined && only !== undefined && more.length === 0 && isChoiceWord(only);
  return isChoice ? { ref: undefined, rest: positionals } : sessionArgument(context);
}

interface Answering {
  readonly client: Client;
  readonly session: ListedSession;
  readonly question: PermissionDetail;
  readonly typed: string | undefined;
  /** The session's further questions. */
  readonly others: number;
}

async function answerOne(context: Context<typeof answerFlags>, answering: Answering): Promise<number> {
  const { client, session, question, typed, others } = answering;
  const { io, flags, style, isInteractive, say, printJson } = context;
  const given = chosenBy(flags, question, { typed, find: (word) => chosen(word, question) });
  const ref = await referenceTo(client, session, context);
  if (!given && !isInteractive) {
    const { questionFailure } = await import("../wait/prompt-failure.ts");
    throw questionFailure({ session, ref }, question, { exit: "denied" });
  }
  const [{ askQuestion }, { contentOf }, { filledLines }, { giveAnswer, outcomeFailure, outcomeText }, unread] =
    await Promise.all([
      import("../answer/ask-question.ts"),
      import("../answer/fields.ts"),
      import("../render/form.ts"),
      import("../answer/give-answer.ts"),
      import("../answer/confirm-unseen-question.ts"),
    ]);
  const isUnread = given?.isAllow === true && flags.question === undefined;
  // With -y the rule is printed here; otherwise the question shows it.
  if ((!isUnread || isInteractive) && given?.kind === "project" && flags.yes && !flags.quiet && !flags.json) {
    const { ruleLines } = await import("../render/question.ts");
    const columns = io.stderr.columns ?? Number.POSITIVE_INFINITY;
    for (const line of listRows(ruleLines(question), columns)) io.stderr.write(`${line}\n`);
  }
  const content = contentOf(question.form ?? [], flags.set);
  const dialogue = isInteractive ? await (await import("../dialogue/open-dialogue.ts")).openDialogue(io) : null;
  try {
    const show = async ({ show }: Pick<Dialogue, "show">): Promise<void> => {
      const [{ askerLine }, { questionLines }, { default: measure }] = await Promise.all([
        import("../render/asker.ts"),
        import("../render/question.ts"),
        import("string-width"),
      ]);
      const room = { columns: io.stdout.columns ?? Number.POSITIVE_INFINITY, measure };
      show([style.bold(agentRows(askerLine(question), style, "")), ...questionLines(question, style, room)]);
    };
    if (isUnread) {
      const isAskedNext = given.kind === "project" && !flags.yes;
      await unread.confirmUnseenQuestion(dialogue, { ref, question, choice: given, isAskedNext }, show);
    } else if (!given && dialogue) await show(dialogue);
    const answer = await askQuestion(dialogue, question, {
      choice: given ?? undefined,
      reason: flags.reason,
      content,
      isSure: flags.yes,
    });
    if (!answer) throw (await import("../dialogue/not-answered.ts")).notAnswered();
    // The person may be asked for a code: only one reader at a time.
    dialogue?.close();
    const outcome = await giveAnswer(client, question, answer);
    if (outcome.kind !== "answered") throw outcomeFailure({ ...question, ref }, outcome);
    const { option, kind } = answer.choice;
    if (flags.json) {
      const { id, title } = question;
      const filled = answer.content ? { content: answer.content } : {};
      printJson({
        v: 1,
        id,
        session: session.id,
        name: session.name,
        permission: id,
        title,
        option,
        choice: kind,
        ...filled,
        seq: outcome.seq,
      });
    }
    const more = others > 0 ? `; ${others} more to answer` : "";
    say(agentRows(`${outcomeText(question, answer, outcome)}${more}`, style, ""));
    const filled = filledLines(question.form ?? [], answer.content ?? {});
    if (!dialogue) for (const line of listRows(filled, style.columns ?? Number.POSITIVE_INFINITY)) say(line);
    if (given && !isUnread) for (const line of unread.answeredLines(ref, question, style)) say(line);
    return exitCodes.ok.code;
  } finally {
    dialogue?.close();
  }
}

function chosen(typed: string, question: PermissionDetail): Choice {
  const choices = choicesOf(question);
  const choice = findChoice(typed, choices);
  if (choice) return choice;
  const known = choices.map(({ number, label }) => `${number}  ${safeLine(label)}`).join(", ");
  const fillIn = question.form ? `fill it in: ${setFlags(question.form)}; or ` : "";
  throw usageFailure(`"${typed}" is no answer here`, `${fillIn}choose one of: ${known}`);
}

function refuseFilters({ kind, matching }: ChosenFlags): void {
  if (kind === undefined && matching === undefined) return;
  throw usageFailure(`--${kind === undefined ? "matching" : "kind"} goes with --all`, "see: skein help answer");
}

/** If the last question ended with its run, the error says how to continue. */
async function nothingAsked(
  client: Client,
  session: ListedSession,
  { context, items }: { context: Context<typeof answerFlags>; items: readonly PermissionDetail[] },
): Promise<Failure> {
  const { continueHint, settledQuestion } = await import("../answer/give-answer.ts");
  const wanted = context.flags.question;
  if (wanted !== undefined) {
    const refer = () => referenceTo(client, session, context);
    const settled = await settledQuestion(client, session, { id: wanted, refer });
    if (settled) return settled;
  }
  const { closed } = (await client.session(session.id)).state.permission;
  const last = wanted === undefined ? closed.at(-1) : undefined;
  const isStale = last?.state === "stale";
  const what = wanted === undefined ? "has no open question" : "has no such question open";
  return new Failure(`${displayName(session)} ${what}`, {
    exit: "notFound",
    code: "permission_not_found",
    why: isStale ? `its last question ended unanswered: ${safeLine(last.reason)}` : undefined,
    fix: isStale
      ? continueHint(await referenceTo(client, session, context))
      : await whoAsks(items, (asking) => referenceTo(client, asking, context)),
  });
}

/** If only one session asks, the error names it. */
async function whoAsks(
  items: readonly PermissionDetail[],
  refer: (session: Named) => Promise<string>,
): Promise<string> {
  const [only, ...others] = [...new Map(items.map((one) => [one.session, one])).values()];
  if (!only || others.length > 0) return "see who asks: skein inbox";
  const asking = { id: only.session, name: only.name };
  return `${displayName(asking)} asks something: skein answer ${await refer(asking)}`;
}
