// Prompts on their way: those that wait for the connection, those that are saved, and those that were refused, with the reason.
import { useComputed } from "@preact/signals";
import { bytesText, countText, type OutgoingPrompt, outgoingPrompts } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import type { ComposerModel } from "./composer-model.ts";

export function Outgoing({ model }: { model: ComposerModel }) {
  const { page, live } = model;
  const entries = page.outbox.of(live.id);
  const queue = useComputed(() => {
    live.changes.value;
    return live.view.value?.state.prompt.queue ?? null;
  });
  const shown = outgoingPrompts(entries.value, queue.value ?? []);
  if (shown.length === 0) return null;
  return (
    <ul class="outgoing" aria-label="Prompts on their way">
      {shown.map((one) => (
        <OutgoingRow key={one.id} one={one} model={model} />
      ))}
    </ul>
  );
}

function OutgoingRow({ one, model }: { one: OutgoingPrompt; model: ComposerModel }) {
  const { outbox, messages } = model.page;
  const act = (done: Promise<void>): void => {
    done.catch((error: unknown) => messages.complain(explain(error)));
  };
  const { id, text, mark, reason, files } = one;
  const upload = outbox.uploads.value.get(id) ?? null;
  const takeBack = async (): Promise<void> => {
    const entry = outbox
      .of(model.live.id)
      .peek()
      .find((other) => other.id === id);
    if (!entry) return;
    model.putBack(entry);
    await outbox.discard(id);
  };
  return (
    <li data-mark={mark}>
      <p class="text" dir="auto">
        {text}
        {files > 0 && <span class="note"> with {countText(files, "file")}</span>}
      </p>
      <p class="mark" role="status">
        {upload ? `sending ${countText(files, "file")}` : mark === "waiting" ? "waiting to be sent" : mark}
        {reason !== null && <span>: {reason}</span>}
      </p>
      {upload && (
        <p class="upload">
          <progress aria-label={`Upload of ${countText(files, "file")}`} value={upload.sent} max={upload.total} />
          <span class="note">
            {bytesText(upload.sent)} of {bytesText(upload.total)}
          </span>
        </p>
      )}
      {mark !== "saved" && (
        <div class="buttons">
          {mark === "refused" && (
            <button type="button" onClick={() => act(outbox.retry(id))}>
              Send again
            </button>
          )}
          <button type="button" onClick={() => act(takeBack())}>
            {upload ? "Cancel" : "Edit"}
          </button>
          <button type="button" onClick={() => act(outbox.discard(id))}>
            Discard
          </button>
        </div>
      )}
    </li>
  );
}
