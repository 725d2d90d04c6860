// A question in the transcript: what was asked, and what was answered, by whom, from where. An open one is answered in its card.
import type { BlockOf } from "../../../core/index.ts";
import { visibleText } from "../../../core/without-folds.ts";
import { answerText, placeText, senderText } from "../../../view/index.ts";
import { InOrder } from "../../parts/in-order.tsx";
import { Foldable } from "./foldable.tsx";
import { LongTexts } from "./long-texts.tsx";
import { Title } from "./title.tsx";

export function Question({ block }: { block: BlockOf<"permission"> }) {
  const { title, detail, notes = [], state, by, message, form, content = {}, seq } = block;
  const line = (
    <>
      <span class="verb">Question</span> <Title title={title} />
      <span class={`state ${state}`}>{answerText(block)}</span>
    </>
  );
  const place = by && placeText(by);
  return (
    <>
      <Foldable name={`question ${seq}`} whenClosed={line} whenOpen={line}>
        {(isOpen) =>
          isOpen && (
            <div class="inside">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself */}
              <pre class="output" dir="ltr" tabIndex={0}>
                <InOrder text={visibleText(detail)} />
              </pre>
              {notes.map((note) => (
                <p key={note} class="as-written" dir="auto">
                  {note}
                </p>
              ))}
              <LongTexts block={block} />
            </div>
          )
        }
      </Foldable>
      {by && (
        <p class="answer" dir="auto">
          {by.kind === "policy" ? "by a rule" : `by ${senderText(by)}`}
          {place !== null && by.kind !== "policy" && ` (${place})`}
          {message !== undefined && <span class="as-written">: {message}</span>}
        </p>
      )}
      {form?.map(({ id, label }) => {
        const value = content[id];
        if (value === undefined) return null;
        return (
          <p key={id} class="answer" dir="auto">
            <span class="quiet">{label}:</span> {Array.isArray(value) ? value.join(", ") : String(value)}
          </p>
        );
      })}
    </>
  );
}
