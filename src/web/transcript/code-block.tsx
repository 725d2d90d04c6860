// A block of code: its language, copying, and the text, which scrolls sideways by itself.
import { CopyButton } from "./small.tsx";

interface Props {
  readonly language: string;
  readonly text: string;
  /** More may come. */
  readonly isOpen: boolean;
}

export function CodeBlock({ language, text, isOpen }: Props) {
  return (
    <figure class="code">
      <figcaption>
        <span class="quiet">{language === "" ? "code" : language}</span>
        {!isOpen && <CopyButton text={text} what="code" />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself */}
      <pre tabIndex={0} dir="ltr">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
