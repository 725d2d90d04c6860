// One question: the whole of what would run or change, and the answers. Number keys work only while the focus is in the card,
// and allow only what has been on the screen to its end.
import { useRef, useState } from "preact/hooks";
import { type CardChoice, type CardQuestion, cardOf, type FieldValue, readForm } from "../../view/index.ts";
import { InOrder } from "../parts/in-order.tsx";
import { Title } from "../transcript/items/title.tsx";
import { Choices, SecondStep } from "./answers.tsx";
import { ChangedLines } from "./changed-lines.tsx";
import { FormFields } from "./form-fields.tsx";
import type { QuestionsModel, Reply } from "./questions-model.ts";
import { useSeen } from "./seen.ts";

interface Props {
  readonly question: CardQuestion;
  readonly model: QuestionsModel;
  /** Whether its buttons work. */
  readonly isClickable: boolean;
}

export function Card({ question, model, isClickable }: Props) {
  const card = cardOf(question, model.workspace.value);
  const [values, setValues] = useState<Readonly<Record<string, FieldValue>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** What needs a second step: the words of a no, or a rule that is kept. */
  const [step, setStep] = useState<CardChoice | null>(null);
  const element = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(end, `${card.detail} ${card.rule?.text}`);
  const isSending = model.answering.value.has(question.id);
  const canAnswer = isClickable && !isSending;

  const give = (choice: CardChoice, more: Partial<Reply> = {}): void => {
    const scope = choice.kind === "session" || choice.kind === "project" ? { scope: choice.kind } : {};
    void model.answer(question, { option: choice.option, ...scope, ...more });
  };
  const fillIn = (choice: CardChoice, form: NonNullable<CardQuestion["form"]>): void => {
    const read = readForm(form, values);
    if ("content" in read) {
      give(choice, { content: read.content });
    } else {
      setProblems(read.problems);
      const [wrong = ""] = Object.keys(read.problems);
      element.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(wrong)}"] input`)?.focus();
    }
  };
  const choose = (choice: CardChoice): void => {
    if (!canAnswer) return;
    if (choice.kind === "reason" || choice.kind === "project") setStep(choice);
    else if (question.form && choice.isAllow) fillIn(choice, question.form);
    else give(choice);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement && !["radio", "checkbox"].includes(event.target.type)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const choice = card.choices.find(({ number }) => String(number) === event.key);
    if (!choice) return;
    event.preventDefault();
    if (choice.isAllow && !isSeen.current) end.current?.scrollIntoView({ block: "center" });
    else choose(choice);
  };
  const detail = (
    <pre dir="ltr">
      <ChangedLines text={card.detail} isChange={question.request?.kind === "edit"} />
    </pre>
  );
  return (
    <section
      ref={element}
      class="question"
      aria-label={`Question: ${card.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a key leads here, and from here the number keys work
      tabIndex={0}
      onKeyDown={onKey}
    >
      <h2 dir="auto">
        <Title title={question.title} />
      </h2>
      <div class="asked">
        {question.form ? (
          <details>
            <summary class="note">All that the agent wrote</summary>
            {detail}
          </details>
        ) : (
          detail
        )}
        {card.facts.length > 0 && (
          <dl>
            {card.facts.map(({ name, value }) => (
              <div key={`${name} ${value}`}>
                <dt>{name}</dt>
                <dd>
                  <bdi dir="ltr">
                    <InOrder text={value} />
                  </bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {card.notes.map((note) => (
          <p key={note} class="note as-written" dir="auto">
            {note}
          </p>
        ))}
        {card.warnings.map((warning) => (
          <p key={warning} class="warning">
            {warning}
          </p>
        ))}
        {question.form && (
          <FormFields
            question={question.id}
            form={question.form}
            values={values}
            problems={problems}
            onChange={(field, value) => {
              setValues({ ...values, [field]: value });
              const { [field]: _, ...others } = problems;
              setProblems(others);
            }}
          />
        )}
        {card.rule && (
          <div class="rule">
            <p class="note">{ruleIntro(card.choices)}</p>
            <pre dir="ltr">
              <InOrder text={card.rule.text} />
            </pre>
          </div>
        )}
        {question.rule === null && card.choices.some(({ kind }) => kind === "once") && !question.form && (
          <p class="note">No rule can match exactly this: it can only be allowed once.</p>
        )}
        <span ref={end} />
      </div>
      <p class="note" role="status">
        {isSending && "Your answer is on its way …"}
      </p>
      {step === null ? (
        <Choices choices={card.choices} canAnswer={canAnswer} hasForm={question.form !== undefined} onChoose={choose} />
      ) : (
        <SecondStep
          choice={step}
          canAnswer={canAnswer}
          onBack={() => setStep(null)}
          onGive={(message) => give(step, message === undefined ? {} : { message })}
        />
      )}
    </section>
  );
}

/** Which answers make the rule. */
function ruleIntro(choices: readonly CardChoice[]): string {
  const numbers = choices.flatMap(({ kind, number }) => (kind === "session" || kind === "project" ? [number] : []));
  return `${numbers.length === 1 ? "Answer" : "Answers"} ${numbers.join(" and ")} would add this rule. It allows everything that it matches:`;
}
