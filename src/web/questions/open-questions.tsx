// The open questions of a session, as cards. Several can be answered together, but only once: never with a rule.
import { useEffect, useMemo } from "preact/hooks";
import { batchChoice, type CardQuestion } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import type { LiveSession } from "../sync/live-session.ts";
import { Card } from "./card.tsx";
import { useMisclickGuard } from "./misclick-guard.ts";
import { openQuestions, type QuestionsModel } from "./questions-model.ts";

export function OpenQuestions({ live }: { live: LiveSession }) {
  const page = usePage();
  const model = useMemo(() => openQuestions(page, live), [page, live]);
  useEffect(() => model.watch(), [model]);
  const questions = model.open.value.map((one) => model.detailOf(one).value);
  // A card that appears, goes or grows moves the others.
  const isClickable = useMisclickGuard(questions.map(({ id, rule }) => `${id} ${rule === undefined}`).join());
  return (
    <>
      {questions.map((question) => (
        <Card
          key={question.id}
          question={question}
          model={model}
          isClickable={isClickable && question.rule !== undefined}
        />
      ))}
      {questions.length > 1 && <Batch questions={questions} model={model} isClickable={isClickable} />}
    </>
  );
}

interface BatchProps {
  readonly questions: readonly CardQuestion[];
  readonly model: QuestionsModel;
  readonly isClickable: boolean;
}

/** Those that are shown when the button is pressed. It stands below all of them, as the answers of each stand below its text. */
function Batch({ questions, model, isClickable }: BatchProps) {
  const kinds = [
    { kind: "once", name: "Allow", how: " once" },
    { kind: "deny", name: "Deny", how: "" },
  ] as const;
  return (
    <section class="batch" aria-label="All questions">
      <p>{questions.length} questions are open.</p>
      {kinds.map(({ kind, name, how }) => {
        const answers = questions.flatMap((question) => {
          const choice = batchChoice(question, kind);
          return choice ? [{ question, option: choice.option }] : [];
        });
        if (answers.length < 2) return null;
        const which = answers.length === questions.length ? "all" : "those";
        return (
          <button
            key={kind}
            type="button"
            disabled={!isClickable || model.answering.value.size > 0}
            onClick={() => {
              for (const { question, option } of answers) void model.answer(question, { option });
            }}
          >
            {`${name} ${which} ${answers.length}${how}`}
          </button>
        );
      })}
    </section>
  );
}
