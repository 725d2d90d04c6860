// The next prompt.
import { useState } from "preact/hooks";
import { usePage } from "../page/page.ts";
import type { LiveSession } from "../sync/live-session.ts";

export function Composer({ live }: { live: LiveSession }) {
  const { outbox } = usePage();
  const [text, setText] = useState("");
  const send = async (): Promise<void> => {
    await outbox.send(live.id, { text });
    setText("");
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send().catch(() => {});
      }}
    >
      <textarea aria-label="Prompt" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      <button type="submit">Send</button>
    </form>
  );
}
