// Keeps the order of the list while the pointer is over it, so that no row moves away below a click.
import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isSameOrder, type Line } from "../../view/index.ts";

/** A pointer that rests longer than this counts as idle: the person reads. */
const RESTS_MS = 4_000;
/** After the order has changed below an idle pointer, a click within this time was meant for the previous row. */
const STALE_CLICK_MS = 400;

export function useFrozenOrder(
  list: RefObject<HTMLElement | null>,
  isFrozen: Signal<boolean>,
  lines: readonly Line[],
): void {
  const before = useRef(lines);
  useLayoutEffect(() => {
    const element = list.current;
    if (element?.dataset.pointed && !isSameOrder(before.current, lines))
      element.dataset.changedAt = String(performance.now());
    before.current = lines;
  }, [list, lines]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = (): void => {
      clearTimeout(timer);
      isFrozen.value = false;
    };
    const freeze = (): void => {
      clearTimeout(timer);
      isFrozen.value = true;
      element.dataset.pointed = "true";
      delete element.dataset.changedAt;
      timer = setTimeout(release, RESTS_MS);
    };
    const leave = (): void => {
      delete element.dataset.pointed;
      delete element.dataset.changedAt;
      release();
    };
    const guard = (event: MouseEvent): void => {
      const { changedAt } = element.dataset;
      const isStale = changedAt !== undefined && performance.now() - Number(changedAt) < STALE_CLICK_MS;
      // A click by key has no position on the screen.
      if (!isStale || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("pointermove", freeze);
    element.addEventListener("pointerdown", freeze);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("click", guard, { capture: true });
    return () => {
      leave();
      element.removeEventListener("pointermove", freeze);
      element.removeEventListener("pointerdown", freeze);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("click", guard, { capture: true });
    };
  }, [list, isFrozen]);
}
