// Directives that talk.
import { type Directive, required, wholeNumber } from "../directive.ts";
import { inOneLine } from "../in-one-line.ts";
import { planLine } from "../plan.ts";
import { emitText, stream, think } from "../speech.ts";

const RECALLED_CHARACTERS = 200;

export const speech = {
  say: { form: "[[say: text]]", run: (turn, argument) => emitText(turn, required(argument)) },

  think: { form: "[[think: text]]", run: (turn, argument) => think(turn, required(argument)) },

  plan: {
    form: "[[plan: one | two | three]]",
    run(turn, argument) {
      turn.plan = required(argument)
        .split("|")
        .map((content) => content.trim());
      turn.output.line(planLine(turn.plan, "begun"));
    },
  },

  count: {
    form: "[[count: 500]]",
    run: (turn, argument) => stream(turn, "text", numbersTo(wholeNumber(argument))),
  },

  usage: {
    form: "[[usage: 1200 340 0.02]]",
    run(turn, argument) {
      const [inputTokens = "", outputTokens = "", cost = "0"] = argument.trim().split(/\s+/);
      const costUsd = /^\d+(\.\d+)?$/.test(cost) ? Number(cost) : wholeNumber(cost);
      turn.usage = { inputTokens: wholeNumber(inputTokens), outputTokens: wholeNumber(outputTokens), costUsd };
    },
  },

  recall: {
    form: "[[recall]]",
    run: (turn) =>
      emitText(
        turn,
        turn.earlier.map((text, at) => `${at + 1}. ${inOneLine(text, RECALLED_CHARACTERS)}`).join("\n") ||
          "Nothing yet.",
      ),
  },

  env: {
    form: "[[env: NAME]]",
    run(turn, argument) {
      const name = required(argument);
      const value = process.env[name];
      return emitText(turn, value === undefined ? `${name} is not set` : `${name}=${value}`);
    },
  },

  "echo-hash": {
    form: "[[echo-hash]]",
    async run(turn) {
      const { createHash } = await import("node:crypto");
      const bytes = Buffer.from(turn.prompt.text);
      await emitText(turn, `sha256 ${createHash("sha256").update(bytes).digest("hex")} ${bytes.length} bytes`);
    },
  },
} satisfies Record<string, Directive>;

function* numbersTo(last: number): Generator<string> {
  for (let number = 1; number <= last; number++) yield number === 1 ? "1" : ` ${number}`;
}
