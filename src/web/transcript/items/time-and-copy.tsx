// Small parts: times, copying, links to an event.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useTranscriptHost } from "../transcript-host.ts";

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

/** The time of day; of another day, the date too. */
export function Time({ at }: { at: string }) {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return null;
  const isToday = then.toDateString() === new Date().toDateString();
  return (
    <time class="quiet" dateTime={at} title={whole.format(then)}>
      {isToday ? clock.format(then) : `${day.format(then)}, ${clock.format(then)}`}
    </time>
  );
}

interface FeedbackButtonProps {
  readonly label: string;
  readonly done: string;
  readonly act: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** A button that says what it did. */
function FeedbackButton({ label, done, act, children }: FeedbackButtonProps) {
  const [result, setResult] = useState<string | null>(null);
  const run = (): void => {
    act().then(
      () => setResult(done),
      () => setResult("Your browser did not allow it"),
    );
  };
  return (
    <button type="button" class="act" aria-label={label} onClick={run} onBlur={() => setResult(null)}>
      <span aria-live="polite">{result ?? children}</span>
    </button>
  );
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <FeedbackButton label={`Copy ${what}`} done="Copied" act={() => navigator.clipboard.writeText(text)}>
      Copy
    </FeedbackButton>
  );
}

export function LinkButton({ seq }: { seq: number }) {
  const { linkTo } = useTranscriptHost();
  const link = linkTo(seq);
  if (link === null) return null;
  const copy = (): Promise<void> => navigator.clipboard.writeText(linkTo(seq) ?? link);
  return (
    <FeedbackButton label="Copy link to this" done="Link copied" act={copy}>
      Link
    </FeedbackButton>
  );
}
