// Messages at the edge of the page. They go by themselves, but never while somebody points at them or has the focus there.
import { useEffect, useState } from "preact/hooks";
import type { Message } from "../page/messages.ts";
import { usePage } from "../page/page.ts";

const SHOWN_MS = 10_000;

export function MessageList() {
  const { messages } = usePage();
  return (
    <section class="messages" aria-label="Messages" aria-live="polite">
      {messages.shown.value.map((message) => (
        <OneMessage key={message.id} message={message} />
      ))}
    </section>
  );
}

function OneMessage({ message: { id, text, isFailure, action } }: { message: Message }) {
  const { messages } = usePage();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => messages.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [messages, id, isHeld]);
  return (
    <div
      class={isFailure ? "toast failed" : "toast"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <p dir="auto">{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            messages.dismiss(id);
            action.run();
          }}
        >
          {action.name}
        </button>
      )}
      <button type="button" class="close" aria-label="Dismiss" onClick={() => messages.dismiss(id)}>
        ×
      </button>
    </div>
  );
}
