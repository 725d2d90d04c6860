// The controls of a replay.
import type { ComponentChildren } from "preact";
import { speeds } from "../../core/playback/index.ts";
import { momentText, placeOfEventText, speedText } from "../../view/index.ts";
import type { PlaybackModel } from "./playback-model.ts";
import { Scrubber } from "./scrubber.tsx";

interface ButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly path: string;
  readonly isMain?: boolean;
  readonly onClick: () => void;
}

function Control({ label, keys, path, isMain = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class={isMain ? "control main" : "control"}
      aria-label={label}
      title={`${label} (${keys})`}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

const paths = {
  reset: "M3 3v10M13 3 6 8l7 5z",
  turnBack: "M8 3 3 8l5 5M13 3 8 8l5 5",
  back: "m10 3-5 5 5 5",
  play: "M4.5 2.5 13 8l-8.5 5.5z",
  pause: "M5 3v10M11 3v10",
  on: "m6 3 5 5-5 5",
  turnOn: "m3 3 5 5-5 5M8 3l5 5-5 5",
};

/** `children`: what else can be done there. */
export function PlayerBar({ model, children }: { model: PlaybackModel; children?: ComponentChildren }) {
  model.changes.value;
  const { player, view, seq } = model;
  const { speed, skipsIdle } = player.pace;
  const at = view.current === null ? Number.NaN : Date.parse(view.current.at);
  return (
    <section class="player" aria-label="Playback">
      <Scrubber model={model} />
      <div class="controls">
        <div class="steps">
          <Control
            label="To the beginning"
            keys="Home on the slider"
            path={paths.reset}
            onClick={() => model.reset()}
          />
          <Control label="Previous turn" keys="[" path={paths.turnBack} onClick={() => model.stepTurn(-1)} />
          <Control label="Previous event" keys="←" path={paths.back} onClick={() => model.stepEvents(-1)} />
          <Control
            isMain
            label={player.isPlaying ? "Pause" : "Play"}
            keys="Space"
            path={player.isPlaying ? paths.pause : paths.play}
            onClick={() => model.toggle()}
          />
          <Control label="Next event" keys="→" path={paths.on} onClick={() => model.stepEvents(1)} />
          <Control label="Next turn" keys="]" path={paths.turnOn} onClick={() => model.stepTurn(1)} />
        </div>
        <p class="moment">
          {!Number.isNaN(at) && <time dateTime={view.current?.at}>{momentText(at, Date.now())}</time>}
          <span class="quiet">{placeOfEventText(seq, view.head)}</span>
        </p>
        <div class="paces">
          <select
            aria-label="Speed"
            title="Speed (+ and −)"
            value={speed}
            onChange={({ currentTarget }) => model.setSpeed(Number(currentTarget.value))}
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {speedText(one)}
              </option>
            ))}
          </select>
          <label class="skips">
            <input
              type="checkbox"
              checked={skipsIdle}
              onChange={({ currentTarget }) => model.skipIdle(currentTarget.checked)}
            />
            Skip idle time
          </label>
          {children}
        </div>
      </div>
      {model.failure.value !== null && <p role="alert">This moment could not be loaded: {model.failure.value}</p>}
    </section>
  );
}
