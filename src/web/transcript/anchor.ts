// Keeping the reader's place: what is on the screen stays where it is, whatever changes around it.

export interface Anchor {
  readonly element: HTMLElement;
  /** Its distance from the top of the scroller. */
  readonly top: number;
}

const topIn = (scroller: HTMLElement, element: HTMLElement): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

/** The first items on the screen. Several, because one may be replaced by another. */
export function visibleAnchors(scroller: HTMLElement): Anchor[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const isBelowTop = (element: Element): boolean => element.getBoundingClientRect().bottom > top;
  const stretch = firstThat([...scroller.querySelectorAll(".stretch")], isBelowTop);
  const items = [...(stretch?.children ?? []), ...(stretch?.nextElementSibling?.children ?? [])];
  const first = firstThat(items, isBelowTop);
  const from = first ? items.indexOf(first) : items.length;
  return items.slice(from, from + 4).flatMap((element) => {
    const place = element.getBoundingClientRect();
    return element instanceof HTMLElement && place.top < bottom ? [{ element, top: place.top - top }] : [];
  });
}

export const anchorAt = (scroller: HTMLElement, element: HTMLElement, top = topIn(scroller, element)): Anchor => ({
  element,
  top,
});

/** Scrolls so that the first of them that is still there is where it was. */
export function restoreAnchor(scroller: HTMLElement, anchors: readonly Anchor[]): void {
  const anchor = anchors.find(({ element }) => element.isConnected);
  if (!anchor) return;
  const moved = topIn(scroller, anchor.element) - anchor.top;
  if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved;
}

/** In elements that are in order, by halves. */
function firstThat(elements: readonly Element[], holds: (element: Element) => boolean): Element | undefined {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elements[middle];
    if (element && holds(element)) high = middle;
    else low = middle + 1;
  }
  return elements[low];
}
