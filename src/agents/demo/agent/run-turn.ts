// One turn: the prompt's steps in order, then exactly one last line, however it ends.
import { messageOf } from "../../../system/index.ts";
import type { AgentLine } from "../protocol.ts";
import { Misuse } from "./directive.ts";
import { directives } from "./directives/all.ts";
import { inOneLine } from "./in-one-line.ts";
import { plainAnswer } from "./plain-answer.ts";
import { planLine } from "./plan.ts";
import { parseScript, type Step } from "./script.ts";
import { emitText } from "./speech.ts";
import type { Prompt, Turn, TurnContext, Usage } from "./turn.ts";

const DEFAULT_PACE_MS = 8;
const CHARACTERS_PER_TOKEN = 4;
const QUOTED_CHARACTERS = 60;

/** Rejects only when stdout is gone. */
export async function runTurn(prompt: Prompt, context: TurnContext): Promise<void> {
  const earlier = [...context.history.prompts];
  const turn: Turn = {
    ...context,
    prompt,
    earlier,
    paceMs: DEFAULT_PACE_MS,
    saidCharacters: 0,
    usage: null,
    plan: [],
    isAtLimit: false,
  };
  const last = await work(turn).then(
    (): End => ({ type: "done", prompt: prompt.id, reason: turn.isAtLimit ? "limit" : "completed" }),
    (error: unknown): End =>
      turn.signal.aborted
        ? { type: "done", prompt: prompt.id, reason: "interrupted" }
        : { type: "failed", prompt: prompt.id, message: messageOf(error) },
  );
  turn.output.line({ type: "usage", ...(turn.usage ?? countedUsage(turn)) });
  turn.output.line({ ...last, entries: turn.history.entries });
}

type End = Extract<AgentLine, { type: "done" | "failed" }>;

async function work(turn: Turn): Promise<void> {
  turn.history.addPrompt(turn.prompt);
  const steps = parseScript(turn.prompt.text);
  await lookAtFiles(turn, turn.prompt);
  if (steps.length === 0) await emitText(turn, plainAnswer(turn.prompt.text));
  steps.unshift(...(await hear(turn)));
  for (let step = steps.shift(); step; step = steps.shift()) {
    turn.signal.throwIfAborted();
    await take(turn, step);
    if (turn.isAtLimit) return;
    steps.unshift(...(await hear(turn)));
  }
  if (turn.plan.length > 0) turn.output.line(planLine(turn.plan, "done"));
}

/** Words that came meanwhile: it says so, and carries out what they say before it goes on. */
async function hear(turn: Turn): Promise<Step[]> {
  const steps: Step[] = [];
  for (let words = turn.nextWords(); words; words = turn.nextWords()) {
    turn.history.addPrompt(words);
    turn.output.line({ type: "heard", prompt: words.id });
    await emitText(turn, `heard: ${words.text}`);
    await lookAtFiles(turn, words);
    steps.push(...parseScript(words.text));
  }
  return steps;
}

/** Says what each file is that came with the words. */
async function lookAtFiles(turn: Turn, { files = [] }: Prompt): Promise<void> {
  if (files.length === 0) return;
  const { describeFile } = await import("./describe-file.ts");
  await emitText(turn, files.map(describeFile).join("\n"));
}

async function take(turn: Turn, { name, argument, source }: Step): Promise<void> {
  const written = `\`${inOneLine(source, QUOTED_CHARACTERS)}\``;
  const directive = directives.get(name);
  if (directive === undefined) {
    const forms = [...directives.values()].map(({ form }) => `\`${form}\``);
    return emitText(turn, `Sorry, I don't know ${written}. What I know: ${forms.join(", ")}.`);
  }
  try {
    await directive.run(turn, argument);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    await emitText(turn, `Sorry, I can't read ${written}. Its form is \`${directive.form}\`.`);
  }
}

/** No model, no price: only the amounts of text are real. */
function countedUsage({ prompt, earlier, saidCharacters }: Turn): Usage {
  const heard = [...earlier, prompt.text].reduce((sum, text) => sum + text.length, 0);
  return { inputTokens: tokensOf(heard), outputTokens: tokensOf(saidCharacters), costUsd: 0 };
}

const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
