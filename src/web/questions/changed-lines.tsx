// The text of a question; of a change, added and removed lines have their colours.

const LOOKS_LIKE_DIFF = /^(?:@@ .* @@|--- .*\n\+\+\+ )/m;

export function ChangedLines({ text, isChange }: { text: string; isChange: boolean }) {
  if (!isChange || !LOOKS_LIKE_DIFF.test(text)) return <>{text}</>;
  return (
    <>
      {text.split("\n").map((line, at) => (
        <span key={at} class={line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : undefined}>
          {`${line}\n`}
        </span>
      ))}
    </>
  );
}
