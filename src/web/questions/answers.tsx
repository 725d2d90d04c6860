// The answers to a question, as buttons, and the second step that some of them need.
import { useState } from "preact/hooks";
import type { CardChoice } from "../../view/index.ts";
import { useMisclickGuard } from "./misclick-guard.ts";

interface ChoicesProps {
  readonly choices: readonly CardChoice[];
  readonly canAnswer: boolean;
  readonly hasForm: boolean;
  readonly onChoose: (choice: CardChoice) => void;
}

export function Choices({ choices, canAnswer, hasForm, onChoose }: ChoicesProps) {
  return (
    <div class="choices">
      {choices.map((choice) => (
        <button
          key={choice.number}
          type="button"
          class={hasForm && choice.kind === "once" ? "main" : undefined}
          aria-label={choice.kind === "own" ? `${choice.label} (the agent's own)` : choice.label}
          title={choice.about}
          disabled={!canAnswer}
          onClick={() => onChoose(choice)}
        >
          {choice.label}
          {choice.kind === "own" && <span class="note"> (the agent's own)</span>}
          <kbd data-key={choice.number} />
        </button>
      ))}
    </div>
  );
}

interface StepProps {
  readonly choice: CardChoice;
  readonly canAnswer: boolean;
  readonly onBack: () => void;
  readonly onGive: (message?: string) => void;
}

export function SecondStep({ choice, canAnswer, onBack, onGive }: StepProps) {
  const [words, setWords] = useState("");
  const isReason = choice.kind === "reason";
  // A reason is typed first.
  const isClickable = useMisclickGuard(choice.kind) || isReason;
  return (
    <form
      class="step"
      onSubmit={(event) => {
        event.preventDefault();
        if (canAnswer && isClickable && (!isReason || words.trim() !== "")) onGive(isReason ? words.trim() : undefined);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.stopPropagation();
        onBack();
      }}
    >
      {isReason ? (
        <label>
          What should the agent know?
          <input
            ref={(input) => input?.focus()}
            value={words}
            dir="auto"
            autocomplete="off"
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
      ) : (
        <p>{choice.about}</p>
      )}
      <div class="choices">
        <button type="button" onClick={onBack}>
          Back
        </button>
        <button type="submit" class="main" disabled={!canAnswer || !isClickable || (isReason && words.trim() === "")}>
          {isReason ? "Deny with these words" : "Allow, and keep this rule"}
        </button>
      </div>
    </form>
  );
}
