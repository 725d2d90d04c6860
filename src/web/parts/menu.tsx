// A menu beside what opened it; on a phone at the bottom of the screen. What can't be done is there, with the reason.
import { useLayoutEffect, useRef } from "preact/hooks";
import { shownKey } from "../page/keys.ts";

export interface MenuItem {
  readonly id: string;
  readonly name: string;
  /** A line below the name. */
  readonly note?: string | null;
  readonly key?: string | null;
  /** Why it can't be chosen. */
  readonly refusal?: string | null;
  readonly isGrave?: boolean;
  /** For a choice among several. */
  readonly isChecked?: boolean;
  run(): void;
}

/** An element, or a point of the screen. */
export type Anchor = HTMLElement | { readonly x: number; readonly y: number };

interface Props {
  readonly label: string;
  readonly anchor: Anchor;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

export function Menu({ label, anchor, items, onClose }: Props) {
  const element = useRef<HTMLDivElement>(null);
  // The browser tells later that it was closed: by then something else may be shown.
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const menu = element.current;
    if (!menu) return;
    const opener = document.activeElement;
    menu.showPopover();
    place(menu, anchor);
    menu.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    return () => {
      if (menu.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, [anchor]);
  const choose = (item: MenuItem): void => {
    if (item.refusal) return;
    isOver.current = true;
    element.current?.hidePopover();
    onClose();
    item.run();
  };
  return (
    <div
      ref={element}
      class="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      popover="auto"
      onToggle={({ newState }) => {
        if (newState === "closed" && !isOver.current) onClose();
      }}
      onKeyDown={(event) => walk(event, element.current)}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role={item.isChecked === undefined ? "menuitem" : "menuitemradio"}
          {...(item.isChecked === undefined ? {} : { "aria-checked": item.isChecked })}
          aria-disabled={item.refusal ? "true" : undefined}
          class={item.isGrave ? "grave" : undefined}
          tabIndex={-1}
          onClick={() => choose(item)}
        >
          <span class="name">{item.name}</span>
          {item.key && <kbd>{shownKey(item.key)}</kbd>}
          {(item.refusal ?? item.note) && <span class="note">{item.refusal ?? item.note}</span>}
        </button>
      ))}
    </div>
  );
}

function place(menu: HTMLElement, anchor: Anchor): void {
  const at =
    anchor instanceof HTMLElement
      ? anchor.getBoundingClientRect()
      : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
  const { width, height } = menu.getBoundingClientRect();
  const [wide, high] = [document.documentElement.clientWidth, document.documentElement.clientHeight];
  const left = at.left + width > wide - 8 ? at.right - width : at.left;
  const top = at.bottom + height > high - 8 ? at.top - height : at.bottom;
  menu.style.left = `${Math.max(8, Math.min(left, wide - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(top, high - height - 8))}px`;
}

function walk(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const letter = /^\p{L}$/u.test(event.key) ? event.key.toLowerCase() : null;
  const starts = (item: HTMLElement): boolean => letter !== null && item.textContent.toLowerCase().startsWith(letter);
  const to = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
    Tab: items[at],
  }[event.key];
  const next = to ?? items.slice(at + 1).find(starts) ?? items.find(starts);
  if (event.key === "Tab") menu?.hidePopover();
  else next?.focus();
  if (to || letter) event.preventDefault();
}
