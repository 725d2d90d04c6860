// The range of visible lines of the list, and a scroll position that stays when lines are added or removed.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Heights, keptScroll, type Line, lineAt, offsetsOf } from "../../view/index.ts";

/** Rendered beyond both edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 400;

export interface ListWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  readonly offsets: readonly number[];
  /** Scrolls as little as needed. */
  show(at: number): void;
}

export function useListWindow(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  heights: Heights,
): ListWindow {
  const seen = useMemo(() => signal({ top: 0, height: 1200 }), []);
  const offsets = useMemo(() => offsetsOf(lines, heights), [lines, heights]);
  const before = useRef({ lines, offsets });
  useScrolling(scroller, seen);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || before.current.lines === lines) return;
    const top = keptScroll(element.scrollTop, before.current, { lines, offsets });
    before.current = { lines, offsets };
    if (Math.abs(top - element.scrollTop) >= 1) element.scrollTop = top;
  }, [scroller, lines, offsets]);
  const { top, height } = seen.value;
  return {
    first: lineAt(offsets, Math.max(0, top - OVERSCAN)),
    end: Math.min(lines.length, lineAt(offsets, top + height + OVERSCAN) + 1),
    offsets,
    show(at) {
      const element = scroller.current;
      if (!element) return;
      const [begin = 0, end = 0] = [offsets[at], offsets[at + 1]];
      if (begin < element.scrollTop) element.scrollTop = begin;
      else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
    },
  };
}

/** Tracks the element's scroll position, which survives being hidden, as on a phone while a session is open. */
function useScrolling(
  scroller: RefObject<HTMLElement | null>,
  seen: ReadonlySignal<{ top: number; height: number }> & { value: { top: number; height: number } },
): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = (): void => {
      if (element.clientHeight > 0) seen.value = { top: element.scrollTop, height: element.clientHeight };
    };
    const resized = new ResizeObserver(() => {
      if (element.clientHeight > 0 && seen.value.top > element.scrollTop) element.scrollTop = seen.value.top;
      look();
    });
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, seen]);
}
