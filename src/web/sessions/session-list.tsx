// The list of sessions: a filter, and all sessions in groups, those that need somebody first.
import { useEffect, useRef } from "preact/hooks";
import { filterWords } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import { SelectionBar } from "./lazy-parts.ts";
import { ListLines } from "./list-lines.tsx";
import type { ListModel } from "./list-model.ts";

interface Props {
  readonly model: ListModel;
  readonly onNew: () => void;
  readonly onMenu: (button: HTMLElement) => void;
}

export function SessionList({ model, onNew, onMenu }: Props) {
  const { list } = usePage();
  const { filter, lines, selected } = model;
  const all = list.sessions.value;
  const failure = list.failure.value;
  const found = lines.value?.some(({ kind }) => kind === "row") ?? false;
  const isFiltered = filter.value.trim() !== "";
  return (
    <nav aria-label="Sessions">
      <header>
        <button
          type="button"
          class="more"
          aria-label="Menu"
          aria-haspopup="menu"
          title="Menu"
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />
          </svg>
        </button>
        <Filter model={model} />
        <button type="button" class="main" onClick={onNew} aria-label="New session" title="New session (N)">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 3v10M3 8h10" />
          </svg>
        </button>
      </header>
      {failure && (
        <p class="note" role="alert">
          The list can't be read: {failure.message}
        </p>
      )}
      {lines.value && <ListLines model={model} lines={lines.value} />}
      {all?.length === 0 && (
        <div class="empty">
          <p>No sessions yet.</p>
          <button type="button" class="main" onClick={onNew}>
            Start one
          </button>
          <p class="note">
            Or in a terminal: <code>skein new "fix the tests"</code>
          </p>
        </div>
      )}
      {all && all.length > 0 && !found && isFiltered && (
        <div class="empty">
          <p>No session fits “{filter.value.trim()}”.</p>
          {/(^|\s)is:/i.test(filter.value) && <p class="note">is: knows {filterWords.join(", ")}.</p>}
          <button
            type="button"
            onClick={() => {
              filter.value = "";
            }}
          >
            Show all
          </button>
        </div>
      )}
      {selected.value.size > 0 && <SelectionBar model={model} />}
    </nav>
  );
}

function Filter({ model: { filter } }: { model: ListModel }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== filter.value) field.current.value = filter.value;
  }, [filter.value]);
  return (
    <input
      ref={field}
      type="search"
      class="filter"
      aria-label="Filter sessions"
      aria-keyshortcuts="/"
      title="Words, or agent:codex, is:failed, in:api"
      placeholder="Filter"
      autoComplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => {
        filter.value = currentTarget.value;
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && filter.value !== "") {
          filter.value = "";
          event.preventDefault();
          event.stopPropagation();
        } else if (event.key === "ArrowDown" || event.key === "Enter") {
          const first = document.querySelector<HTMLElement>(".lines .session a");
          if (event.key === "Enter") first?.click();
          else first?.focus();
          event.preventDefault();
        }
      }}
    />
  );
}
