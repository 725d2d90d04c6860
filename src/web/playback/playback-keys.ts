// The keys of a replay. They come before those of the page, and never while somebody types.
import type { PlaybackModel } from "./playback-model.ts";

interface Rules {
  /** Whether keys that are single characters work. */
  readonly letterKeys: () => boolean;
  readonly leave: (() => void) | null;
}

const characterActs: Readonly<Record<string, (model: PlaybackModel) => void>> = {
  " ": (model) => model.toggle(),
  "[": (model) => model.stepTurn(-1),
  "]": (model) => model.stepTurn(1),
  "+": (model) => model.faster(1),
  "=": (model) => model.faster(1),
  "-": (model) => model.faster(-1),
};

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Where people read from right to left, the slider goes to the left, too. */
const isBackwards = (): boolean => getComputedStyle(document.documentElement).direction === "rtl";

/** Returns how to stop listening. */
export function listenForPlaybackKeys(model: PlaybackModel, { letterKeys, leave }: Rules): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, altKey, metaKey, isComposing } = event;
    if (ctrlKey || altKey || metaKey || isComposing || !(target instanceof Element)) return;
    if (document.querySelector("dialog[open], [popover]:popover-open")) return;
    if (target.closest("select, textarea, input:not([type=range], [type=checkbox]), .transcript-panel, nav")) return;
    const own = actOf(key, target);
    if (!own) return;
    event.preventDefault();
    event.stopPropagation();
    own();
  };
  const actOf = (key: string, target: Element): (() => void) | null => {
    if (key === "Escape") return leave;
    const arrow = Object.hasOwn(arrows, key) ? arrows[key] : undefined;
    // The slider has its own; code that scrolls sideways, too.
    if (arrow !== undefined)
      return target.closest("input, pre, table") ? null : () => model.stepEvents(isBackwards() ? -arrow : arrow);
    const character = Object.hasOwn(characterActs, key) && letterKeys() ? characterActs[key] : undefined;
    if (!character || (key === " " && target.closest("button, a, input[type=checkbox]"))) return null;
    return () => character(model);
  };
  window.addEventListener("keydown", onKey, { capture: true });
  return () => window.removeEventListener("keydown", onKey, { capture: true });
}

export const playbackKeys: readonly { readonly key: string; readonly name: string }[] = [
  { key: " ", name: "Play, pause" },
  { key: "ArrowLeft", name: "One event back; → one on" },
  { key: "[", name: "One turn back; ] one on" },
  { key: "+", name: "Faster; − slower" },
  { key: "Escape", name: "Back to now" },
];
