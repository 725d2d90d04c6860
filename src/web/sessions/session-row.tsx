// One session in the list: its sign, label, last activity, and detail line.
import { activeAt } from "../../core/list-groups.ts";
import { detailLine, displayStatusOf, type Row, sessionLabel, shortAge } from "../../view/index.ts";
import { addressOf } from "../page/location.ts";
import { StatusIcon } from "../parts/status-icon.tsx";

interface Props {
  readonly row: Row;
  readonly nowMs: number;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly hasFocus: boolean;
  readonly onOpen: (event: MouseEvent) => void;
  readonly onSelect: (event: MouseEvent) => void;
  readonly onMenu: (anchor: HTMLElement) => void;
}

export function SessionRow({ row, nowMs, isOpen, isSelected, hasFocus, onOpen, onSelect, onMenu }: Props) {
  const label = sessionLabel(row);
  const { costUsd } = row.usage;
  const tabIndex = hasFocus ? 0 : -1;
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Select ${label}`}
        checked={isSelected}
        tabIndex={tabIndex}
        onClick={onSelect}
      />
      <a
        href={addressOf({ kind: "session", session: row.id, at: null })}
        aria-current={isOpen ? "page" : undefined}
        tabIndex={tabIndex}
        draggable={false}
        onClick={onOpen}
      >
        <StatusIcon status={displayStatusOf(row)} />
        <span class="first">
          <span class="title" dir="auto" title={row.title ?? label}>
            {label}
          </span>
          {row.pinned && (
            <span class="pin" title="pinned">
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M10 2 6.5 5.5 3 6l7 7 .5-3.5L14 6zM5.5 10.5 2 14" />
              </svg>
              <span class="unseen">pinned</span>
            </span>
          )}
          <span class="age">{shortAge(activeAt(row), nowMs)}</span>
        </span>
        <span class="second">
          <span class="detail" dir="auto">
            {detailLine(row, nowMs)}
          </span>
          <span class="agent">
            {row.agent}
            {costUsd >= 0.005 ? ` · $${costUsd.toFixed(2)}` : ""}
          </span>
        </span>
      </a>
      <button
        type="button"
        class="more"
        aria-label={`Actions for ${label}`}
        aria-haspopup="menu"
        tabIndex={tabIndex}
        onClick={({ currentTarget }) => onMenu(currentTarget)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="3" cy="8" r="1.4" />
          <circle cx="8" cy="8" r="1.4" />
          <circle cx="13" cy="8" r="1.4" />
        </svg>
      </button>
    </>
  );
}
