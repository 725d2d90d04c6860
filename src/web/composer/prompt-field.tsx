// The field of the prompt. It holds its own text, so that nothing is rendered while somebody types; keys for sending, suggestions and earlier prompts.
import { effect } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isLongText, promptActionForKey } from "../../view/index.ts";
import { keyOf } from "../page/keys.ts";
import type { ComposerModel } from "./composer-model.ts";
import { LIST_ID, optionId, Suggestions } from "./suggestions.tsx";
import { openSuggestions } from "./suggestions-model.ts";

/** Where the browser makes a field grow by itself, nothing has to be measured. */
const growsByItself = CSS.supports("field-sizing", "content");

export function PromptField({ model }: { model: ComposerModel }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft } = model;
  const suggestions = useMemo(() => openSuggestions(model), [model]);
  // At once: a key that is pressed right after sending must not meet the old text.
  useLayoutEffect(
    () =>
      effect(() => {
        const text = draft.text.value;
        const element = field.current;
        if (!element || element.value === text) return;
        element.value = text;
        element.setSelectionRange(draft.caret, draft.caret);
        grow(element);
      }),
    [draft],
  );
  const typed = (element: HTMLTextAreaElement): void => {
    const caret = element.selectionStart;
    draft.write(element.value, caret);
    suggestions.look(element.value, caret);
    grow(element);
  };
  const onKey = (event: KeyboardEvent): void => {
    // A text that is being composed keeps its keys. Some browsers tell only by the code.
    if (event.isComposing || event.keyCode === 229) return;
    const key = keyOf(event);
    if (suggestions.key(key) || perform(key, model)) event.preventDefault();
  };
  const chosen = suggestions.shown.value;
  return (
    <div class="field">
      <Suggestions suggestions={suggestions} />
      <textarea
        ref={field}
        aria-label="Prompt"
        aria-autocomplete="list"
        aria-controls={chosen ? LIST_ID : undefined}
        aria-activedescendant={chosen ? optionId(chosen.at) : undefined}
        placeholder="What should be done?"
        rows={1}
        dir="auto"
        spellcheck
        enterkeyhint={model.enterKey.value === "sends" ? "send" : "enter"}
        onInput={({ currentTarget }) => typed(currentTarget)}
        onKeyDown={onKey}
        onBlur={() => suggestions.close()}
        onPaste={(event) => paste(event, model)}
      />
    </div>
  );
}

function perform(key: string, model: ComposerModel): boolean {
  const act = promptActionForKey(model.actions.peek(), key);
  if (act) model.send(act);
  else if (key === "Mod+S") model.swap();
  else if (key === "ArrowUp") return model.recall(1);
  else if (key === "ArrowDown") return model.recall(-1);
  else if (key === "Alt+ArrowUp") return model.recall(1, { isSearch: true });
  else if (key === "Alt+ArrowDown") return model.recall(-1, { isSearch: true });
  else if (key === "Escape") leaveField();
  else return false;
  return true;
}

/** To the transcript: from there letters are keys of the page. */
const leaveField = (): void =>
  (document.querySelector<HTMLElement>("main .transcript") ?? document.getElementById("main"))?.focus();

const PASTED = "pasted text.txt";

function paste(event: ClipboardEvent, model: ComposerModel): void {
  const files = [...(event.clipboardData?.files ?? [])];
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (files.length > 0 && text === "") {
    event.preventDefault();
    model.attach(files);
  } else if (isLongText(text)) {
    event.preventDefault();
    model.attach([new File([text], PASTED, { type: "text/plain" })]);
    model.page.messages.tell("The long text was attached as a file.", {
      name: "Put it into the prompt",
      run() {
        const file = model.draft.attachments
          .peek()
          .findLast(({ name, content }) => name === PASTED && content.size >= text.length);
        if (file) model.detach(file.id);
        model.putBack({ text, attachments: [] });
      },
    });
  }
}

function grow(element: HTMLTextAreaElement): void {
  if (growsByItself) return;
  element.style.blockSize = "auto";
  element.style.blockSize = `${element.scrollHeight + 2}px`;
}
