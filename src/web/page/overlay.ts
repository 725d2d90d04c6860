// The overlay of the page: one dialog, menu or palette at a time.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { ComponentChild } from "preact";

export interface Overlay {
  readonly shown: ReadonlySignal<ComponentChild>;
  /** Replaces what was shown. */
  show(what: ComponentChild): void;
  close(): void;
}

export function openOverlay(): Overlay {
  const shown = signal<ComponentChild>(null);
  return {
    shown,
    show(what) {
      shown.value = what;
    },
    close() {
      shown.value = null;
    },
  };
}
