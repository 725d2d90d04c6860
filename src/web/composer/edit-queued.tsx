// A queued prompt while it is edited. What somebody else changes meanwhile is shown, and the words survive if the agent takes the prompt.
import { useEffect, useRef, useState } from "preact/hooks";
import type { QueueRow } from "../../view/index.ts";
import type { ComposerModel } from "./composer-model.ts";
import type { QueueModel } from "./queue-model.ts";

interface Props {
  readonly row: QueueRow;
  readonly queue: QueueModel;
  readonly model: ComposerModel;
  readonly onClose: () => void;
}

export function EditQueued({ row, queue, model, onClose }: Props) {
  /** The text that the edit began with. */
  const [base, setBase] = useState(row.text);
  const [text, setText] = useState(row.text);
  const [at, setAt] = useState(localTime(row.notBefore));
  const unsaved = useRef<string | null>(null);
  unsaved.current = text === base ? null : text;
  useEffect(
    () => () => {
      if (unsaved.current === null) return;
      model.putBack({ text: unsaved.current, attachments: [] });
      model.page.messages.tell("The prompt has left the queue while you edited it. Your words are in the field below.");
    },
    [model],
  );
  const close = (): void => {
    unsaved.current = null;
    onClose();
  };
  const isChanged = row.text !== base;
  const save = async (): Promise<void> => {
    const notBefore = at === "" ? null : new Date(at).toISOString();
    const change = {
      ...(text === base ? {} : { text }),
      ...(at === localTime(row.notBefore) ? {} : { notBefore }),
    };
    if (Object.keys(change).length === 0 || (await queue.edit(row, change))) close();
  };
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        if (/\S/.test(text) && !isChanged) void save();
      }}
      onKeyDown={(event) => {
        if (event.isComposing || event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <textarea
        ref={(field) => {
          if (field && document.activeElement?.closest(".edit") !== field.form) field.focus();
        }}
        aria-label="Queued text"
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <label>
        Not before
        <input type="datetime-local" value={at} onInput={({ currentTarget }) => setAt(currentTarget.value)} />
      </label>
      {isChanged && (
        <div class="conflict" role="alert">
          <p>Somebody has changed it meanwhile:</p>
          <p class="text" dir="auto">
            {row.text}
          </p>
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                setBase(row.text);
                setText(row.text);
              }}
            >
              Take theirs
            </button>
            <button type="button" onClick={() => setBase(row.text)}>
              Keep mine
            </button>
          </div>
        </div>
      )}
      <div class="buttons">
        <button type="submit" class="main" disabled={isChanged || !/\S/.test(text)}>
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** As the browser's field for times has it. */
function localTime(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
