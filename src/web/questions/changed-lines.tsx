// The text of a question; of a change, added and removed lines have their colours.
import { InOrder } from "../parts/in-order.tsx";

const LOOKS_LIKE_DIFF = /^(?:@@ .* @@|--- .*\n\+\+\+ )/m;

export function ChangedLines({ text, isChange }: { text: string; isChange: boolean }) {
  if (!isChange || !LOOKS_LIKE_DIFF.test(text)) return <InOrder text={text} />;
  return (
    <>
      {text.split("\n").map((line, at) => (
        <span key={at} class={line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : undefined}>
          <InOrder text={`${line}\n`} />
        </span>
      ))}
    </>
  );
}
