// The shape that stands for what a session is doing. Whoever can't see it reads the word.
import type { ComponentChildren } from "preact";
import type { DisplayStatus, StatusIconName } from "../../view/index.ts";

const shapes: Readonly<Record<StatusIconName, ComponentChildren>> = {
  asks: (
    <>
      <path d="M8 1.6 15 14H1z" class="fill" />
      <path d="M8 6v4M8 11.6v1.2" class="on-fill" />
    </>
  ),
  failed: (
    <>
      <circle cx="8" cy="8" r="7" class="fill" />
      <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" class="on-fill" />
    </>
  ),
  working: (
    <>
      <circle cx="8" cy="8" r="6" class="faint" />
      <path d="M8 2a6 6 0 0 1 6 6" class="turning" />
    </>
  ),
  background: (
    <>
      <circle cx="8" cy="8" r="6" class="dashed" />
      <circle cx="8" cy="8" r="2" class="fill" />
    </>
  ),
  unread: <circle cx="8" cy="8" r="4.5" class="fill" />,
  held: <path d="M5.5 3.5v9m5-9v9" />,
  scheduled: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.4 1.6" />
    </>
  ),
  idle: <circle cx="8" cy="8" r="4" />,
  stopped: <rect x="4" y="4" width="8" height="8" rx="1" />,
};

export function StatusIcon({ status: { icon, word } }: { status: DisplayStatus }) {
  return (
    <span class="status-icon" data-icon={icon} title={word}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {shapes[icon]}
      </svg>
      <span class="unseen">{word}</span>
    </span>
  );
}
