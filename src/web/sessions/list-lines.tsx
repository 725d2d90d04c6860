// The visible lines of the list. Arrow keys move the focus without opening a session; Enter opens it.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Heights, type Line, positionAfterStep, type Row } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { type Page, usePage } from "../page/page.ts";
import type { Anchor } from "../parts/menu.tsx";
import { useFrozenOrder } from "./frozen-order.ts";
import { SessionMenu } from "./lazy-parts.ts";
import type { ListModel } from "./list-model.ts";
import { useListWindow } from "./list-window.ts";
import { SessionRow } from "./session-row.tsx";

/** The heights in list.css, in rem. */
const REM = { comfortable: { group: 2.25, row: 3.375 }, compact: { group: 2, row: 2.25 } } as const;
const TOUCH_PX = 48;

/** The size of a rem depends on the text size, and on the browser's own setting. */
const remFor = (_textSize: string): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

function useHeights({ settings }: Page): Heights {
  const { density, textSize } = settings.values.value;
  return useMemo(() => {
    const rem = remFor(textSize);
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const px = (count: number): number => Math.max(Math.round(count * rem), isTouch ? TOUCH_PX : 0);
    return { group: px(REM[density].group), row: px(REM[density].row) };
  }, [density, textSize]);
}

const keyOf = ({ kind, key }: Line): string => `${kind} ${key}`;

export function ListLines({ model, lines }: { model: ListModel; lines: readonly Line[] }) {
  const page = usePage();
  const { location, overlay, now } = page;
  const scroller = useRef<HTMLDivElement>(null);
  const heights = useHeights(page);
  const { first, end, offsets, show } = useListWindow(scroller, lines, heights);
  // The line that Tab focuses.
  const current = useSignal<string | null>(null);
  const isToFocus = useRef(false);
  const lastSelected = useRef<string | null>(null);
  useFrozenOrder(scroller, model.isFrozen, lines);
  const route = location.route.value;
  const open = route.kind === "session" ? route.session : null;
  const currentAt = lines.findIndex((line) => keyOf(line) === current.value);
  const openAt = lines.findIndex((line) => line.key === open);
  const tabAt =
    currentAt >= 0 ? currentAt : Math.max(0, openAt >= 0 ? openAt : lines.findIndex(({ kind }) => kind === "row"));

  useLayoutEffect(() => {
    if (!isToFocus.current) return;
    isToFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-at="${currentAt}"] :is(a, h2 button)`)?.focus();
  });

  const moveTo = (at: number): void => {
    const line = lines[Math.max(0, Math.min(at, lines.length - 1))];
    if (!line) return;
    isToFocus.current = true;
    show(lines.indexOf(line));
    current.value = keyOf(line);
  };
  const openMenu = (row: Row, anchor: Anchor): void => {
    const { selected, byId } = model;
    const isOfMany = selected.value.has(row.id) && selected.value.size > 1;
    const rows = isOfMany ? [...selected.value].flatMap((id) => byId.value.get(id) ?? []) : [row];
    const isTouch = matchMedia("(hover: none)").matches;
    overlay.show(
      <SessionMenu rows={rows} anchor={anchor} {...(isTouch ? { onSelect: () => select(row, false) } : {})} />,
    );
  };
  /** With Shift, selects the range from the last selected row. */
  const select = (row: Row, isRange: boolean): void => {
    const ids = lines.flatMap((line) => (line.kind === "row" ? [line.key] : []));
    const [from, to] = [ids.indexOf(lastSelected.current ?? ""), ids.indexOf(row.id)];
    const range = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [row.id];
    model.select(range, isRange || !model.selected.value.has(row.id));
    lastSelected.current = row.id;
  };
  /** Walks with Shift: over headings, and what is walked back is not selected any more. */
  const extend = (step: 1 | -1): void => {
    const rows = lines.flatMap((line, at) => (line.kind === "row" ? [{ at, key: line.key }] : []));
    const from = rows.findIndex(({ at }) => at === tabAt);
    const [now, next] = [rows[from], rows[from + step]];
    if (!now || !next) return;
    const isBegun = lastSelected.current !== null && model.selected.value.has(lastSelected.current);
    if (!isBegun) lastSelected.current = now.key;
    const begin = rows.findIndex(({ key }) => key === lastSelected.current);
    const isBack = Math.abs(from + step - begin) < Math.abs(from - begin);
    moveTo(next.at);
    if (isBack) model.select([now.key], false);
    else model.select([now.key, next.key], true);
  };
  const walk = (step: 1 | -1, isSelecting: boolean): void => {
    if (isSelecting && lines[tabAt]?.kind === "row") extend(step);
    else moveTo(tabAt + step);
  };
  /** Moves the row up or down in the person's own order. */
  const moveOwn = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    const line = lines[tabAt];
    if (step === null || line?.kind !== "row") return;
    event.preventDefault();
    if (page.settings.values.value.order !== "own") {
      page.messages.tell("Sessions are moved in your own order.", {
        name: "Use it",
        run: () => page.settings.set("order", "own"),
      });
      return;
    }
    const position = positionAfterStep(lines, tabAt, step);
    if (position === null) return;
    isToFocus.current = true;
    page.skein.arrange(line.key, { position }).catch((error: unknown) => page.messages.complain(explain(error)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[tabAt];
    if (!line || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.altKey) {
      moveOwn(event);
      return;
    }
    const isRow = line.kind === "row";
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heights.row) - 1);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => walk(1, event.shiftKey),
      ArrowUp: () => walk(-1, event.shiftKey),
      PageDown: () => moveTo(tabAt + page),
      PageUp: () => moveTo(tabAt - page),
      Home: () => moveTo(0),
      End: () => moveTo(lines.length - 1),
      ArrowLeft: () =>
        isRow
          ? moveTo(lines.slice(0, tabAt).findLastIndex(({ kind }) => kind === "group"))
          : model.fold(line.key, true),
      ArrowRight: () => (isRow ? undefined : model.fold(line.key, false)),
      Escape: () => model.select([...model.selected.value], false),
      " ": () => isRow && event.target instanceof HTMLAnchorElement && select(line.row, event.shiftKey),
    };
    const step = steps[event.key];
    const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement;
    if (!step || (event.key === " " && isButton)) return;
    step();
    event.preventDefault();
  };

  const drawn = new Set(Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at));
  // The focused line stays rendered when it is scrolled out of sight.
  if (tabAt < lines.length) drawn.add(tabAt);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and buttons in it
    <div ref={scroller} class="lines" onKeyDown={onKeyDown}>
      <ul aria-label="Sessions, those that need you first" style={{ height: `${offsets.at(-1) ?? 0}px` }}>
        {[...drawn].map((at) => {
          const line = lines[at];
          if (!line) return null;
          const top = offsets[at] ?? 0;
          return (
            <li
              key={keyOf(line)}
              class={line.kind === "group" ? "group" : "session"}
              data-at={at}
              data-session={line.kind === "row" ? line.key : undefined}
              data-selected={model.selected.value.has(line.key) || undefined}
              aria-posinset={at + 1}
              aria-setsize={lines.length}
              style={{ transform: `translateY(${top}px)`, height: `${(offsets[at + 1] ?? top) - top}px` }}
              onFocusIn={() => {
                current.value = keyOf(line);
              }}
              onContextMenu={(event) => {
                if (line.kind !== "row" || event.shiftKey) return;
                event.preventDefault();
                const isKey = event.clientX === 0 && event.clientY === 0;
                openMenu(line.row, isKey ? (event.target as HTMLElement) : { x: event.clientX, y: event.clientY });
              }}
            >
              {line.kind === "group" ? (
                <GroupHeading
                  line={line}
                  hasFocus={at === tabAt}
                  onFold={(isFolded) => model.fold(line.key, isFolded)}
                />
              ) : (
                <SessionRow
                  row={line.row}
                  nowMs={now.value}
                  isOpen={line.key === open}
                  isSelected={model.selected.value.has(line.key)}
                  hasFocus={at === tabAt}
                  onSelect={(event) => select(line.row, event.shiftKey)}
                  onMenu={(anchor) => openMenu(line.row, anchor)}
                  onOpen={(event) => {
                    event.preventDefault();
                    if (event.shiftKey || event.ctrlKey || event.metaKey) select(line.row, event.shiftKey);
                    else location.go({ kind: "session", session: line.key, at: null });
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface HeadingProps {
  readonly line: Extract<Line, { kind: "group" }>;
  readonly hasFocus: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

function GroupHeading({ line: { label, hint, count, isFolded }, hasFocus, onFold }: HeadingProps) {
  return (
    <h2>
      <button
        type="button"
        aria-expanded={!isFolded}
        title={hint ?? undefined}
        tabIndex={hasFocus ? 0 : -1}
        onClick={() => onFold(!isFolded)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m6 4 4 4-4 4" />
        </svg>
        <span class="label">{label}</span> {count !== null && <span class="count">{count}</span>}
      </button>
    </h2>
  );
}
