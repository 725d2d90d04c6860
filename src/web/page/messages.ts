// Short messages at the edge of the page: what was done, with an undo, and what failed.
import { type ReadonlySignal, signal } from "@preact/signals";

export interface MessageAction {
  readonly name: string;
  run(): void;
}

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly isFailure: boolean;
  readonly action: MessageAction | null;
}

export interface Messages {
  readonly shown: ReadonlySignal<readonly Message[]>;
  /** Says that something was done. */
  tell(text: string, action?: MessageAction): void;
  /** Says why something failed. */
  complain(text: string): void;
  dismiss(id: number): void;
}

/** Older ones are removed. */
const MOST = 4;

export function openMessages(): Messages {
  const shown = signal<readonly Message[]>([]);
  let count = 0;
  const add = (text: string, isFailure: boolean, action: MessageAction | null): void => {
    shown.value = [...shown.value, { id: ++count, text, isFailure, action }].slice(-MOST);
  };
  return {
    shown,
    tell: (text, action) => add(text, false, action ?? null),
    complain: (text) => add(text, true, null),
    dismiss(id) {
      shown.value = shown.value.filter((one) => one.id !== id);
    },
  };
}
