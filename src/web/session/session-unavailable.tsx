// Shown instead of a session that can't be opened: the reason, and where to go.
import { ProblemError } from "../../client-entry/lazy.ts";
import { explain } from "../page/explain.ts";
import { usePage } from "../page/page.ts";

export function SessionUnavailable({ failure }: { failure: Error }) {
  const { location } = usePage();
  const isGone = failure instanceof ProblemError && failure.code === "session_not_found";
  return (
    <div class="empty welcome">
      <h1>{isGone ? "This session does not exist" : "This session can't be shown"}</h1>
      <p role="alert">
        {isGone ? "It was deleted for good, or the link belongs to another machine." : explain(failure)}
      </p>
      <button type="button" class="main" onClick={() => location.go({ kind: "list" })}>
        All sessions
      </button>
    </div>
  );
}
