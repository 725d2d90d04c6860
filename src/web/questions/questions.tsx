// The open questions of a session.
import { usePage } from "../page/page.ts";
import type { LiveSession } from "../sync/live-session.ts";

export function Questions({ live }: { live: LiveSession }) {
  const { skein } = usePage();
  live.changes.value;
  const open = live.view.value?.state.permission.open.filter(({ state }) => state === "asked") ?? [];
  return (
    <>
      {open.map((question) => (
        <section key={question.id} class="question" aria-label="Question">
          <pre>{question.title}</pre>
          {question.options.map((option) => (
            <button
              key={option.id}
              type="button"
              onClick={() => skein.answer(live.id, question.id, { option: option.id })}
            >
              {option.id}
            </button>
          ))}
        </section>
      ))}
    </>
  );
}
