// A computed signal that changes only if its value is different, so that its readers are not rendered for every chunk of text.
import { computed, type ReadonlySignal } from "@preact/signals";

/** Compares plain data; the same object needs no comparison. */
export function deepComputed<T>(compute: () => T): ReadonlySignal<T> {
  let last: { readonly value: T; readonly text: string } | null = null;
  return computed(() => {
    const value = compute();
    if (last && Object.is(last.value, value)) return last.value;
    const text = JSON.stringify(value) ?? "";
    if (last?.text !== text) last = { value, text };
    return last.value;
  });
}
