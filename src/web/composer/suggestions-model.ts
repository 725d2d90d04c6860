// Suggestions while a prompt is typed. They never take the focus, and Escape closes them before it does anything else.
import { type ReadonlySignal, signal } from "@preact/signals";
import {
  commandSuggestions,
  fileSuggestion,
  type Suggestion,
  type SuggestionQuery,
  suggestionQueryAt,
  withSuggestion,
} from "../../view/index.ts";
import type { ComposerModel } from "./composer-model.ts";

export interface Shown {
  readonly asked: SuggestionQuery;
  readonly items: readonly Suggestion[];
  /** The one that Enter takes. */
  readonly at: number;
}

export interface SuggestionsModel {
  readonly shown: ReadonlySignal<Shown | null>;
  look(text: string, caret: number): void;
  /** Whether the key was for them. */
  key(key: string): boolean;
  take(suggestion: Suggestion): void;
  close(): void;
}

const MOST = 50;

export function openSuggestions({ page, live, draft }: ComposerModel): SuggestionsModel {
  const shown = signal<Shown | null>(null);
  /** The word for which Escape closed them. */
  let closedAt: number | null = null;
  /** Of several searches under way the last one counts. */
  let search = 0;

  const show = (asked: SuggestionQuery, items: readonly Suggestion[]): void => {
    shown.value = items.length === 0 ? null : { asked, items: items.slice(0, MOST), at: 0 };
  };
  async function findFiles(asked: SuggestionQuery, number: number): Promise<void> {
    try {
      const { items } = await page.skein.files(live.id, asked.typed);
      if (number === search) show(asked, items.map(fileSuggestion));
    } catch {
      // Without a connection there is nothing to suggest; what is typed stays as it is.
      if (number === search) shown.value = null;
    }
  }
  const take = (suggestion: Suggestion): void => {
    const { asked } = shown.peek() ?? {};
    if (!asked) return;
    const { text, caret } = withSuggestion(draft.text.peek(), asked, suggestion);
    search++;
    shown.value = null;
    draft.write(text, caret);
    // Into a directory.
    if (suggestion.text.endsWith("/")) look(text, caret);
  };
  function look(text: string, caret: number): void {
    const asked = suggestionQueryAt(text, caret);
    const number = ++search;
    if (!asked) closedAt = null;
    if (!asked || asked.from === closedAt) {
      shown.value = null;
    } else if (asked.kind === "command") {
      show(asked, commandSuggestions(live.view.peek()?.state.binding.commands ?? [], asked.typed));
    } else {
      void findFiles(asked, number);
    }
  }
  const close = (): void => {
    search++;
    closedAt = shown.peek()?.asked.from ?? null;
    shown.value = null;
  };
  return {
    ...{ shown, look, take, close },
    key(key) {
      const now = shown.peek();
      if (!now) return false;
      const { items, at } = now;
      const move = { ArrowDown: 1, ArrowUp: -1 }[key];
      const chosen = items[at];
      if (move !== undefined) shown.value = { ...now, at: (at + move + items.length) % items.length };
      else if ((key === "Enter" || key === "Tab") && chosen) take(chosen);
      else if (key === "Escape") close();
      else return false;
      return true;
    },
  };
}
