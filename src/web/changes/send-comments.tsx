// The comments as one prompt: shown as it will be sent, and sent in one of the ways in which every prompt is.
import { useState } from "preact/hooks";
import { reviewPrompt } from "../../view/changes/index.ts";
import { countText, type PromptAction, promptActions } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { ChangesModel } from "./changes-model.ts";
import { showChanges } from "./show-changes.ts";

export function SendComments({ model }: { model: ChangesModel }) {
  const { page, live, comments } = model;
  const { overlay, outbox, drafts, messages } = page;
  const [text, setText] = useState(() => reviewPrompt(comments.all.peek()) ?? "");
  const [isBusy, setBusy] = useState(false);
  live.changes.value;
  const view = live.view.value;
  const why: Parameters<typeof promptActions>[1]["why"] = (intent) => view?.why(intent) ?? null;
  const [usual, ...others] = promptActions(view?.state ?? null, { files: [], command: null, enterKey: "newline", why });
  const count = comments.all.value.length;
  const send = async ({ refusal, options }: PromptAction): Promise<void> => {
    if (refusal !== null) return messages.complain(refusal);
    if (isBusy || !/\S/.test(text)) return;
    setBusy(true);
    try {
      await outbox.send(live.id, { text, attachments: [], ...options });
      comments.clear();
      overlay.close();
    } catch (error) {
      setBusy(false);
      messages.complain(explain(error));
    }
  };
  const putIntoPrompt = (): void => {
    const draft = drafts.of(live.id);
    const rest = draft.text.peek();
    draft.write(rest === "" ? text : `${text}\n\n${rest}`, text.length);
    comments.clear();
    overlay.close();
    const field = (): HTMLElement | null => document.querySelector(".composer textarea");
    // Where the changes cover it, the words would be out of sight.
    if (field()?.checkVisibility({ visibilityProperty: true }) !== true) showChanges(page, live.id, false);
    requestAnimationFrame(() => field()?.focus());
  };
  const button = (act: PromptAction, isUsual: boolean) => (
    <button
      key={act.id}
      type="button"
      class={isUsual ? "main" : ""}
      title={act.refusal ?? act.about}
      aria-disabled={isBusy || act.refusal !== null ? "true" : undefined}
      onClick={() => void send(act)}
    >
      {act.name}
      {act.refusal !== null && <span class="unseen">: {act.refusal}</span>}
    </button>
  );
  return (
    <Dialog label="Send comments" kind="send-comments" onClose={() => overlay.close()}>
      <h2>{count === 1 ? "1 comment as a prompt" : `${countText(count, "comment")} as one prompt`}</h2>
      <label>
        What the agent gets
        <textarea dir="auto" rows={16} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <div class="buttons">
        <button type="button" onClick={() => overlay.close()}>
          Cancel
        </button>
        <button type="button" class="quiet" onClick={putIntoPrompt}>
          Put into the prompt field
        </button>
        {others.toReversed().map((act) => button(act, false))}
        {usual && button(usual, true)}
      </div>
    </Dialog>
  );
}
