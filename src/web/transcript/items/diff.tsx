// Changes to a file: what was removed and what was added, with a little around it.
import { countText, type DiffLine, type FileDiff } from "../../../view/index.ts";
import { Foldable } from "./foldable.tsx";

const SHOWN_LINES = 400;
/** More is not put on the screen. */
const MAX_LINES = 5000;

const signs = { same: " ", added: "+", removed: "-", gap: "" } as const;
const words = { same: "", added: "added: ", removed: "removed: ", gap: "" } as const;

/** `name` keeps what was opened. */
export function Diff({ diff: { path, lines, added, removed }, name }: { diff: FileDiff; name: string }) {
  const more = lines.length - SHOWN_LINES;
  return (
    <figure class="diff">
      <figcaption>
        <bdi>{path ?? "changes"}</bdi>
        <span class="counts">
          <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
        </span>
      </figcaption>
      {more <= 0 ? (
        <Lines lines={lines} />
      ) : (
        <Foldable isBelow name={name} whenClosed={`Open, ${countText(more, "more line")}`} whenOpen="Show less">
          {(isOpen) => <Lines lines={lines.slice(0, isOpen ? MAX_LINES : SHOWN_LINES)} />}
        </Foldable>
      )}
      {lines.length > MAX_LINES && (
        <p class="quiet">
          {countText(lines.length, "line")} changed; these are the first {MAX_LINES}.
        </p>
      )}
    </figure>
  );
}

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself
    <pre tabIndex={0} dir="ltr">
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={kind}>
          <span class="line-sign" aria-hidden="true">
            {kind === "gap" ? "⋯" : signs[kind]}
          </span>
          {words[kind] !== "" && <span class="unseen">{words[kind]}</span>}
          {text}
        </div>
      ))}
    </pre>
  );
}
