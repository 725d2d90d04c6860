// Where the agent's questions are. The cards are loaded with the first question; that there is one is said at once.
import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import { titleText } from "../../view/index.ts";
import { lazyComponent } from "../parts/lazy.tsx";
import type { LiveSession } from "../sync/live-session.ts";

const OpenQuestions = lazyComponent(async () => (await import("./open-questions.tsx")).OpenQuestions);

export function Questions({ live }: { live: LiveSession }) {
  const first = useComputed((): string | null => {
    live.changes.value;
    const question = live.view.value?.state.permission.open.find(({ state }) => state === "asked");
    return question?.state === "asked" ? question.title : null;
  });
  // What becomes of a question is told by its card's program.
  const wasAsked = useRef(false);
  wasAsked.current ||= first.value !== null;
  return (
    <div class="questions">
      <p class="unseen" role="status">
        {first.value !== null && `The agent asks: ${titleText(first.value)}`}
      </p>
      {wasAsked.current && <OpenQuestions live={live} />}
    </div>
  );
}
