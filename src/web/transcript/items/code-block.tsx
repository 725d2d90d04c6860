// A block of code: its language, copying, and the text, which scrolls sideways by itself and gets its colours when they are known.
import { useEffect, useState } from "preact/hooks";
import { highlighter } from "../highlight/highlighter.ts";
import type { Piece } from "../highlight/messages.ts";
import { CopyButton } from "./time-and-copy.tsx";

interface Props {
  readonly language: string;
  readonly text: string;
  /** More may come. */
  readonly isOpen: boolean;
}

export function CodeBlock({ language, text, isOpen }: Props) {
  const pieces = usePieces(language, isOpen ? null : text);
  return (
    <figure class="code">
      <figcaption>
        <span class="quiet">{language === "" ? "code" : language}</span>
        {!isOpen && <CopyButton text={text} what="code" />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself */}
      <pre tabIndex={0} dir="ltr">
        <code>
          {pieces?.map(([kind, part], index) =>
            kind === "" ? (
              part
            ) : (
              <span key={index} class={`code-${kind}`}>
                {part}
              </span>
            ),
          ) ?? text}
        </code>
      </pre>
    </figure>
  );
}

/** Null until they are known. */
function usePieces(language: string, text: string | null): readonly Piece[] | null {
  const [known, setKnown] = useState<{ text: string; pieces: readonly Piece[] | null } | null>(null);
  useEffect(() => {
    let isOver = false;
    if (text !== null)
      highlighter.pieces(language, text).then(
        (pieces) => {
          if (!isOver) setKnown({ text, pieces });
        },
        () => {},
      );
    return () => {
      isOver = true;
    };
  }, [language, text]);
  return known !== null && known.text === text ? known.pieces : null;
}
