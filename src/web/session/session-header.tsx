// The header of an open session: title, status, agent, directory, and its forks.
import {
  type Activity,
  backgroundText,
  displayStatusOf,
  type Row,
  sessionLabel,
  stateText,
  usageText,
} from "../../view/index.ts";
import { showChanges } from "../changes/show-changes.ts";
import { addressOf } from "../page/location.ts";
import { usePage } from "../page/page.ts";
import { Menu } from "../parts/lazy-menu.ts";
import { StatusIcon } from "../parts/status-icon.tsx";
import { SessionMenu } from "../sessions/lazy-parts.ts";
import { AgentSettings } from "./agent-settings.tsx";
import { SessionTitle } from "./session-title.tsx";

interface Props {
  readonly row: Row;
  readonly doing: Activity | null;
}

export function SessionHeader({ row, doing }: Props) {
  const { location, now, overlay } = usePage();
  const nowMs = now.value;
  const usage = usageText(row.usage);
  const background = doing && backgroundText(doing.state, nowMs);
  return (
    <header class="session-header">
      <div class="top">
        <a
          class="back"
          href="/"
          onClick={(event) => {
            event.preventDefault();
            location.backToList();
          }}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m10 3-5 5 5 5" />
          </svg>
          <span class="unseen">All sessions</span>
        </a>
        <StatusIcon status={displayStatusOf(row)} />
        <SessionTitle row={row} />
        <ChangesButton session={row.id} />
        <button
          type="button"
          class="more"
          aria-label="Actions"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => overlay.show(<SessionMenu rows={[row]} anchor={currentTarget} />)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="3" cy="8" r="1.4" />
            <circle cx="8" cy="8" r="1.4" />
            <circle cx="13" cy="8" r="1.4" />
          </svg>
        </button>
      </div>
      <div class="facts">
        <span class="state" dir="auto" data-icon={displayStatusOf(row).icon}>
          {stateText(row, doing, nowMs)}
        </span>
        {background && (
          <span class="background" dir="auto">
            {background}
          </span>
        )}
        <AgentSettings row={row} />
        <span class="directory" title={row.workspace.path}>
          <bdi>{row.workspace.path}</bdi>
        </span>
        {usage && <span class="usage">{usage}</span>}
        <Family row={row} />
      </div>
    </header>
  );
}

function ChangesButton({ session }: { session: string }) {
  const page = usePage();
  const route = page.location.route.value;
  const isOpen = route.kind === "session" && route.view === "changes";
  return (
    <button
      type="button"
      class="show-changes"
      aria-pressed={isOpen}
      onClick={() => showChanges(page, session, !isOpen)}
    >
      Changes
    </button>
  );
}

/** The session that it was forked from, and its own forks. */
function Family({ row }: { row: Row }) {
  const { list, location, overlay } = usePage();
  const all = list.sessions.value ?? [];
  const forks = all.filter(({ fork }) => fork?.session === row.id);
  const open = (session: string, at: number | null): void => location.go({ kind: "session", session, at });
  const { fork } = row;
  const base = fork && all.find(({ id }) => id === fork.session);
  return (
    <>
      {fork && (
        <a
          href={addressOf({ kind: "session", session: fork.session, at: fork.seq })}
          onClick={(event) => {
            event.preventDefault();
            open(fork.session, fork.seq);
          }}
        >
          Fork of <bdi>{base ? sessionLabel(base) : fork.session.slice(0, 8)}</bdi>
        </a>
      )}
      {forks.length > 0 && (
        <button
          type="button"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => {
            const items = forks.map((one) => ({ id: one.id, name: sessionLabel(one), run: () => open(one.id, null) }));
            overlay.show(<Menu label="Forks" anchor={currentTarget} items={items} onClose={() => overlay.close()} />);
          }}
        >
          {forks.length === 1 ? "1 fork" : `${forks.length} forks`}
        </button>
      )}
    </>
  );
}
