// The list of suggestions over the field.
import { useEffect, useRef } from "preact/hooks";
import type { SuggestionsModel } from "./suggestions-model.ts";

export const LIST_ID = "prompt-suggestions";

export const optionId = (at: number): string => `prompt-suggestion-${at}`;

export function Suggestions({ suggestions }: { suggestions: SuggestionsModel }) {
  const list = useRef<HTMLDivElement>(null);
  const shown = suggestions.shown.value;
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  if (!shown) return null;
  const { asked, items, at } = shown;
  return (
    <div
      ref={list}
      id={LIST_ID}
      class="suggestions"
      role="listbox"
      aria-label={asked.kind === "command" ? "Commands of the agent" : "Files"}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
        <div
          key={item.name}
          id={optionId(index)}
          role="option"
          aria-selected={index === at}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => suggestions.take(item)}
        >
          <bdi class="name">{item.name}</bdi>
          {item.note !== null && <span class="note">{item.note}</span>}
        </div>
      ))}
    </div>
  );
}
