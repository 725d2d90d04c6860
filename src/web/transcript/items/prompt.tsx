// A prompt as the agent got it: who sent it and when, its text exactly as written, its files.
import type { BlockOf } from "../../../core/index.ts";
import { countText, placeText, senderText, shortenLines } from "../../../view/index.ts";
import { Foldable } from "./foldable.tsx";
import { LongTexts } from "./long-texts.tsx";
import { PromptFiles } from "./prompt-files.tsx";
import { CopyButton, Time } from "./time-and-copy.tsx";

const SHOWN_LINES = { first: 16, last: 4 };

export function Prompt({ block }: { block: BlockOf<"prompt"> }) {
  const { text, by, at, files = [], isCommand } = block;
  const shown = text.trimEnd();
  const short = shortenLines(shown, SHOWN_LINES);
  const place = placeText(by);
  return (
    <>
      <header>
        <strong>{senderText(by)}</strong>
        {place !== null && <span class="quiet">{place}</span>}
        {isCommand && <span class="quiet">command</span>}
        <Time at={at} />
        <span class="quiet mark" title="The agent has taken this prompt.">
          taken by the agent
        </span>
        <CopyButton text={text} what="prompt" />
      </header>
      {short.hidden === 0 ? (
        <p class="as-written" dir="auto">
          {shown}
        </p>
      ) : (
        <Foldable
          isBelow
          name={`prompt ${block.seq}`}
          whenClosed={`Show all, ${countText(short.hidden, "more line")}`}
          whenOpen="Show less"
        >
          {(isOpen) => (
            <p class="as-written" dir="auto">
              {isOpen ? shown : `${short.head}\n…\n${short.tail}`}
            </p>
          )}
        </Foldable>
      )}
      {files.length > 0 && <PromptFiles files={files} />}
      <LongTexts block={block} />
    </>
  );
}
