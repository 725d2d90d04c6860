// Asks before something ends: says what ends, and waits for a yes.
import type { Page } from "../page/page.ts";
import { Dialog } from "./dialog.tsx";

interface Confirmation {
  readonly title: string;
  readonly lines: readonly string[];
  readonly quotes: readonly string[];
  readonly yes: string;
}

export function confirm({ overlay }: Pick<Page, "overlay">, confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isAgreed: boolean): void => {
      overlay.close();
      resolve(isAgreed);
    };
    overlay.show(<Confirm {...confirmation} onEnd={end} />);
  });
}

function Confirm({ title, lines, quotes, yes, onEnd }: Confirmation & { onEnd: (isAgreed: boolean) => void }) {
  return (
    <Dialog label={title} onClose={() => onEnd(false)}>
      <h2>{title}</h2>
      {lines.map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
      {quotes.length > 0 && (
        <ul>
          {quotes.map((quote, at) => (
            <li key={`${at} ${quote}`} dir="auto">
              {quote}
            </li>
          ))}
        </ul>
      )}
      <div class="buttons">
        <button type="button" onClick={() => onEnd(false)}>
          Cancel
        </button>
        <button type="button" class="grave" onClick={() => onEnd(true)}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
