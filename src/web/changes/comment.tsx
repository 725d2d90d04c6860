// A comment on lines: being written, and as it was written.
import { useLayoutEffect, useRef } from "preact/hooks";
import { commentPlace, type LineComment } from "../../view/changes/index.ts";
import type { ChangesModel } from "./changes-model.ts";

interface EditorProps {
  readonly comment: LineComment;
  /** Each word is kept, so that a reload loses nothing. */
  readonly onInput: (text: string) => void;
  /** Whether the next chosen line is added to the comment's lines. */
  readonly isExtending: boolean;
  /** Null where no lines can be added. */
  readonly onExtend: (() => void) | null;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

export function CommentEditor({ comment, onInput, isExtending, onExtend, onSave, onCancel }: EditorProps) {
  const { text } = comment;
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the next key: it is meant for the comment.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    // With its buttons.
    field.current?.form?.scrollIntoView({ block: "nearest" });
  }, []);
  const save = (): void => {
    if (/\S/.test(text)) onSave();
  };
  return (
    <form
      class="comment editing"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        // Nothing that is typed here is for the page.
        event.stopPropagation();
        if (event.isComposing) return;
        // What was typed stays, as after a reload.
        if (event.key === "Escape") (/\S/.test(text) ? onSave : onCancel)();
        else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        else return;
        event.preventDefault();
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        rows={3}
        aria-label={`Comment on ${commentPlace(comment)}`}
        placeholder="What should the agent change here?"
        value={text}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <p class="quiet">
        {commentPlace(comment)}
        {isExtending && " · Now choose the other end: its line number"}
      </p>
      <div class="buttons">
        {onExtend && (
          <button
            type="button"
            class="quiet"
            aria-pressed={isExtending}
            title="The same: Shift and a click on another line number"
            onClick={onExtend}
          >
            Several lines
          </button>
        )}
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" class="main" aria-disabled={/\S/.test(text) ? undefined : "true"}>
          Keep comment
        </button>
      </div>
    </form>
  );
}

interface ShownProps {
  readonly model: ChangesModel;
  readonly comment: LineComment;
  readonly onEdit: () => void;
}

export function CommentShown({ model, comment, onEdit }: ShownProps) {
  return (
    <section class="comment" aria-label={`Comment on ${commentPlace(comment)}`}>
      <p dir="auto" class="words">
        {comment.text}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={onEdit}>
          Edit
        </button>
        <button type="button" class="quiet" onClick={() => model.comments.remove(comment.id)}>
          Delete
        </button>
      </div>
    </section>
  );
}
