// The area beside the list while no session is open.
import { usePage } from "../page/page.ts";
import type { ListModel } from "../sessions/list-model.ts";

export function Welcome({ model, onNew }: { model: ListModel; onNew: () => void }) {
  const { location } = usePage();
  const next = model.nextInNeed(null);
  return (
    <div class="empty welcome">
      <h1>Skein</h1>
      {next ? (
        <>
          <p>A session needs you.</p>
          <button
            type="button"
            class="main"
            onClick={() => location.go({ kind: "session", session: next.id, at: null })}
          >
            Open it
          </button>
        </>
      ) : (
        <>
          <p>Choose a session at the left, or start one.</p>
          <button type="button" class="main" onClick={onNew}>
            New session
          </button>
        </>
      )}
    </div>
  );
}
