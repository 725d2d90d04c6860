// What can be done with the prompt, as buttons. What can't be done is grey and says why.
import type { PromptAction } from "../../view/index.ts";
import { shownKey } from "../page/keys.ts";
import type { ComposerModel } from "./composer-model.ts";

export function PromptActionButtons({ model }: { model: ComposerModel }) {
  const [usual, ...others] = model.actions.value;
  return (
    <>
      {others.toReversed().map((act) => (
        <PromptActionButton key={act.id} act={act} model={model} />
      ))}
      {usual && <PromptActionButton key="usual" act={usual} model={model} isUsual />}
    </>
  );
}

function PromptActionButton({
  act,
  model,
  isUsual = false,
}: {
  act: PromptAction;
  model: ComposerModel;
  isUsual?: boolean;
}) {
  const { name, about, key, refusal } = act;
  const isEmpty = model.isEmpty.value;
  const why = refusal ?? `${about} (${shownKey(key)})`;
  return (
    <button
      type={isUsual ? "submit" : "button"}
      class={isUsual ? "main" : "other"}
      aria-disabled={isEmpty || refusal !== null ? "true" : undefined}
      title={why}
      onClick={() => {
        if (!isUsual) model.send(act);
      }}
    >
      {name}
      {refusal !== null && <span class="unseen">: {refusal}</span>}
    </button>
  );
}
