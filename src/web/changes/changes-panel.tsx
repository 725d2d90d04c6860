// The changes of a session: which turn, how they are shown, the files, and the comments that were not sent yet.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { cutText, exactLine, noteText, totalText, turnText } from "../../view/changes/index.ts";
import { sessionLabel } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import type { LiveSession } from "../sync/live-session.ts";
import { type ChangesModel, openChanges } from "./changes-model.ts";
import { FileList } from "./file-list.tsx";
import { FileSection } from "./file-section.tsx";
import { keyAct } from "./keys.ts";
import { SendComments } from "./send-comments.tsx";

const SPLIT_WIDTH = 560;

export function ChangesPanel({ live, onClose }: { live: LiveSession; onClose: () => void }) {
  const page = usePage();
  const model = useMemo(() => openChanges(page, live), [page, live]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => () => model.close(), [model]);
  useEffect(() => {
    const { current } = panel;
    if (!current) return;
    current.focus();
    const observer = new ResizeObserver(() => {
      model.isWide.value = current.clientWidth >= SPLIT_WIDTH;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [model]);
  return (
    <section
      ref={panel}
      class="changes"
      aria-label="Changes"
      tabIndex={-1}
      onKeyDown={(event) => {
        const { current } = panel;
        if (event.key === "Escape") onClose();
        else if (!current || !keyAct(event, current, page.settings.values.peek().letterKeys === "on")) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Head model={model} onClose={onClose} />
      <Content model={model} />
    </section>
  );
}

function Head({ model, onClose }: { model: ChangesModel; onClose: () => void }) {
  const { answer, isSplit, isWide, isWrapped, turn } = model;
  const shown = answer.value;
  const turns = shown?.turns ?? [];
  return (
    <header class="changes-head">
      <div class="line">
        <button type="button" class="back plain" aria-label="Back to the transcript" onClick={onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m10 3-5 5 5 5" />
          </svg>
        </button>
        <h2>Changes</h2>
        <p class="total" role="status">
          {shown && totalText(shown.total)}
          {shown?.isLive && <span class="live"> · the agent is at work</span>}
        </p>
        <button type="button" class="close plain" aria-label="Close changes" onClick={onClose}>
          ✕
        </button>
      </div>
      <div class="line choices">
        <select
          aria-label="Which changes"
          value={turn.value ?? ""}
          onChange={({ currentTarget }) => model.choose(currentTarget.value === "" ? null : currentTarget.value)}
        >
          <option value="">Since the session's start</option>
          {turns.toReversed().map((one) => (
            <option key={one.turn} value={one.turn}>
              {turnText(one)}
            </option>
          ))}
        </select>
        {isWide.value && (
          <label class="check">
            <input
              type="checkbox"
              checked={isSplit.value}
              onChange={({ currentTarget }) => model.setSplit(currentTarget.checked)}
            />
            Side by side
          </label>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isWrapped.value}
            onChange={({ currentTarget }) => model.setWrapped(currentTarget.checked)}
          />
          Wrap
        </label>
        <CommentsButton model={model} />
      </div>
    </header>
  );
}

function CommentsButton({ model }: { model: ChangesModel }) {
  const count = model.comments.all.value.length;
  if (count === 0) return null;
  const { overlay } = model.page;
  return (
    <button type="button" class="main" onClick={() => overlay.show(<SendComments model={model} />)}>
      Send {count === 1 ? "1 comment" : `${count} comments`}…
    </button>
  );
}

function Content({ model }: { model: ChangesModel }) {
  const { answer, failure, page, isWrapped } = model;
  const shown = answer.value;
  const nameOf = (id: string): string => {
    const row = page.list.sessions.peek()?.find((one) => one.id === id);
    return row ? sessionLabel(row) : id.slice(0, 8);
  };
  if (!shown)
    return failure.value === null ? (
      <p class="note pending">Comparing files …</p>
    ) : (
      <div class="empty">
        <p>{failure.value}</p>
        <button type="button" onClick={model.retry}>
          Try again
        </button>
      </div>
    );
  const cut = cutText(shown);
  return (
    <div class="changes-content" data-wrap={isWrapped.value}>
      {failure.value !== null && <p class="note">Not up to date: {failure.value}</p>}
      {shown.notes.map((note) => (
        <p key={note.code} class="note">
          {exactLine(noteText(note, nameOf))}
        </p>
      ))}
      {cut !== null && <p class="note">{cut}</p>}
      {shown.files.length === 0 && <p class="empty">No file has changed{shown.isLive ? " yet" : ""}.</p>}
      {shown.files.length > 1 && <FileList model={model} files={shown.files} />}
      {shown.files.map((file) => (
        <FileSection key={file.path} model={model} file={file} />
      ))}
    </div>
  );
}
