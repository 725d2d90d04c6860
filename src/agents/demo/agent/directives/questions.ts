// Directives that want to know something.
import { type Directive, Misuse, required } from "../directive.ts";
import { ask, type Question } from "../question.ts";
import { emitText } from "../speech.ts";
import type { Turn } from "../turn.ts";

type Field = NonNullable<Question["form"]>[number];

export const questions = {
  question: {
    form: "[[question: Which colour? | red | green]]",
    run(turn, argument) {
      const [title = "", ...options] = partsOf(argument);
      const answer: Field = { id: "answer", label: title, isRequired: true, ...kindOf(options, "choice") };
      return inquire(turn, title, [answer]);
    },
  },

  form: {
    form: "[[form: Order | Name* | Size = S, L | Extras = bag + card | Gift? | Count #]]",
    run(turn, argument) {
      const [title = "", ...fields] = partsOf(argument);
      if (fields.length === 0) throw new Misuse();
      return inquire(turn, title, fields.map(fieldOf));
    },
  },
} satisfies Record<string, Directive>;

function partsOf(argument: string): string[] {
  return required(argument)
    .split("|")
    .map((part) => required(part));
}

/** As docs/demo-agent.md says. */
function fieldOf(part: string): Field {
  const [, label = "", sign = "", choices] = /^(.*?)\s*([*?#]*)\s*(?:=\s*(.+))?$/.exec(part) ?? [];
  const id = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const isRequired = sign.includes("*");
  const rest = { id, label, ...(isRequired ? { isRequired } : {}) };
  if (choices !== undefined) {
    const kind = choices.includes("+") ? "choices" : "choice";
    const options = choices.split(kind === "choices" ? "+" : ",").map((one) => one.trim());
    return { ...rest, ...kindOf(options, kind) };
  }
  return { ...rest, kind: sign.includes("?") ? "yes_no" : sign.includes("#") ? "number" : "text" };
}

const kindOf = (options: readonly string[], kind: "choice" | "choices"): Pick<Field, "kind" | "options"> =>
  options.length === 0 ? { kind: "text" } : { kind, options: options.map((value) => ({ value, label: value })) };

async function inquire(turn: Turn, title: string, form: Field[]): Promise<void> {
  const { option, content, message } = await ask(turn, {
    ...{ title, detail: form.map(fieldText).join("\n"), form },
    options: [
      { id: "accept", label: "Answer", kind: "allow_once" },
      { id: "decline", label: "Don't answer", kind: "reject_once" },
    ],
  });
  const words = message === null ? "" : ` ("${message}")`;
  if (option !== "accept") return emitText(turn, `You did not answer${words}.`);
  const answers = form.flatMap(({ id, label }) => (content[id] === undefined ? [] : [`${label} = ${content[id]}`]));
  const [only] = form.length === 1 ? Object.values(content) : [];
  await emitText(turn, `You answered: ${only === undefined ? answers.join("; ") : only}${words}`);
}

const fieldText = ({ label, options }: Field): string =>
  options ? `${label}: ${options.map((one) => one.label).join(", ")}` : label;
