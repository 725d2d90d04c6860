// A computed value that is renewed only when it says something else: what reads it is not rendered with each word of the agent.
import { computed, type ReadonlySignal } from "@preact/signals";

/** For plain data. The same object again costs nothing. */
export function steady<T>(compute: () => T): ReadonlySignal<T> {
  let last: { readonly value: T; readonly text: string } | null = null;
  return computed(() => {
    const value = compute();
    if (last && Object.is(last.value, value)) return last.value;
    const text = JSON.stringify(value) ?? "";
    if (last?.text !== text) last = { value, text };
    return last.value;
  });
}
