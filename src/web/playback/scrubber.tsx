// The scrubber: a slider over all events, with lines where something happened, and the time and words of what is pointed at.
import { useComputed, useSignal } from "@preact/signals";
import { markLines, momentText, placeOfEventText, timeAt, wordsAt } from "../../view/index.ts";
import type { PlaybackModel } from "./playback-model.ts";

/** The thumb never leaves the track: half of it is missing at both ends. */
const thumbOf = (slider: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(slider).getPropertyValue("--thumb")) || 0;

export function Scrubber({ model }: { model: PlaybackModel }) {
  model.changes.value;
  /** The event below the pointer, and how far from the left it is. */
  const pointed = useSignal<{ seq: number; share: number } | null>(null);
  const { view, seq } = model;
  const { first, head } = view;
  const textOf = (one: number): string => {
    const ms = timeAt(model.points.value, one);
    const words = wordsAt(model.marks.value, one);
    return [ms === null ? placeOfEventText(one, head) : momentText(ms, Date.now()), words ?? ""]
      .filter(Boolean)
      .join(" · ");
  };
  const point = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const isBackwards = getComputedStyle(event.currentTarget).direction === "rtl";
    const thumb = thumbOf(event.currentTarget);
    const along = Math.min(1, Math.max(0, (event.clientX - left - thumb / 2) / Math.max(1, width - thumb)));
    const share = isBackwards ? 1 - along : along;
    pointed.value = { seq: Math.round(first + share * (head - first)), share };
  };
  const shown = pointed.value;
  return (
    <div class="scrubber">
      <Marks model={model} />
      <input
        type="range"
        aria-label="Position"
        min={first}
        max={Math.max(first, head)}
        step={1}
        value={seq}
        aria-valuetext={`${placeOfEventText(seq, head)}, ${textOf(seq)}`}
        onInput={({ currentTarget }) => model.seek(Number(currentTarget.value))}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => {
          pointed.value = null;
        }}
        onPointerUp={({ pointerType }) => {
          // A finger does not hover.
          if (pointerType !== "mouse") pointed.value = null;
        }}
      />
      {shown && (
        <output
          class="pointed"
          aria-hidden="true"
          ref={(element) => element?.style.setProperty("--share", String(shown.share))}
        >
          <bdi>{textOf(shown.seq)}</bdi>
        </output>
      )}
    </div>
  );
}

const firstOf = ({ changes, view }: PlaybackModel): number => {
  changes.value;
  return view.first;
};
const headOf = ({ changes, view }: PlaybackModel): number => {
  changes.value;
  return view.head;
};

/** Drawn again when there are other marks, not with each event. */
function Marks({ model }: { model: PlaybackModel }) {
  const [first, head] = [useComputed(() => firstOf(model)).value, useComputed(() => headOf(model)).value];
  return (
    <svg class="marks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      {markLines(model.marks.value, first, head).map(({ kind, places }) => (
        <path key={kind} class={kind} d={places.map((x) => `M${x} 0v10`).join("")} />
      ))}
    </svg>
  );
}
