// Keys in the changes: from one change to the next, from one file to the next, along the lines, and what is done with them.

export const changesKeys = [
  { key: "J", name: "Next change; K the one before" },
  { key: "Shift+J", name: "Next file; Shift+K the one before" },
  { key: "ArrowDown", name: "Next line, from a line's number; with Shift several lines" },
  { key: "Enter", name: "Comment on the line or the lines" },
  { key: "V", name: "The file was viewed" },
  { key: "Escape", name: "Back to the transcript" },
] as const;

/** Whether the key did something. */
export function keyAct(event: KeyboardEvent, panel: HTMLElement, letterKeys: boolean): boolean {
  const { key, target, shiftKey, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  if (!(target instanceof Element) || target.closest("input:not([type=checkbox]), textarea, select, dialog"))
    return false;
  if (key === "ArrowDown" || key === "ArrowUp") {
    const number = target.closest<HTMLElement>("button.number");
    return number !== null && step(panel, number, key === "ArrowDown" ? 1 : -1);
  }
  if (!letterKeys) return false;
  const letter = key.toLowerCase();
  if (letter === "j" || letter === "k")
    return seek(panel, shiftKey ? ".file > header .fold" : ".lines .change", letter === "j" ? 1 : -1);
  if (letter !== "v" || shiftKey) return false;
  const viewed = target.closest(".file")?.querySelector<HTMLInputElement>(".viewed input");
  viewed?.click();
  return viewed !== null && viewed !== undefined;
}

/** To the next line's number, which may be drawn only now. */
function step(panel: HTMLElement, from: HTMLElement, by: 1 | -1): boolean {
  const numbers = [...panel.querySelectorAll<HTMLElement>("button.number")];
  const next = numbers[numbers.indexOf(from) + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

/** The next one after the upper edge of what is seen, or after the focus. */
function seek(panel: HTMLElement, selector: string, by: 1 | -1): boolean {
  const all = [...panel.querySelectorAll<HTMLElement>(selector)];
  const active = document.activeElement;
  const here = active && panel.contains(active) && active !== panel ? active : null;
  const isAfter = (one: HTMLElement): boolean =>
    here === null || (here.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isBefore = (one: HTMLElement): boolean =>
    here !== null &&
    !one.contains(here) &&
    (here.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const next = by === 1 ? all.find((one) => one !== here && isAfter(one)) : all.findLast(isBefore);
  if (!next) return false;
  const focus = next.matches("button") ? next : (next.querySelector<HTMLElement>("button.number") ?? next);
  focus.focus({ preventScroll: true });
  next.scrollIntoView({ block: selector.includes("change") ? "center" : "start" });
  return true;
}
