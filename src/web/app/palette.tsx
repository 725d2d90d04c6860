// The palette: finds sessions and commands by a few words.
import { useMemo, useRef, useState } from "preact/hooks";
import { displayStatusOf, findWords, type Row, sessionLabel } from "../../view/index.ts";
import { shownKey } from "../page/keys.ts";
import { usePage } from "../page/page.ts";
import { Dialog } from "../parts/dialog.tsx";
import { StatusIcon } from "../parts/status-icon.tsx";
import type { ListModel } from "../sessions/list-model.ts";
import type { PageCommand } from "./commands.tsx";

type Entry =
  | { readonly kind: "session"; readonly id: string; readonly row: Row }
  | { readonly kind: "command"; readonly id: string; readonly command: PageCommand };

const MOST = 60;
/** Sessions above the commands, before anything is typed: those at the top of the list. */
const MOST_SESSIONS_FIRST = 6;

const textOf = (entry: Entry): string =>
  entry.kind === "command"
    ? `${entry.command.name} ${entry.command.group} ${entry.command.also ?? ""}`
    : `${sessionLabel(entry.row)} ${entry.row.title ?? ""} ${entry.row.agent} ${entry.row.workspace.path} ${entry.id}`;

interface Props {
  readonly model: ListModel;
  readonly commands: readonly PageCommand[];
}

export function Palette({ model, commands }: Props) {
  const { overlay, location } = usePage();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo((): Entry[] => {
    const sessions = [...model.byId.value.values()].map((row): Entry => ({ kind: "session", id: row.id, row }));
    const first = sessions.slice(0, MOST_SESSIONS_FIRST);
    const rest = sessions.slice(MOST_SESSIONS_FIRST);
    return [...first, ...commands.map((command): Entry => ({ kind: "command", id: command.id, command })), ...rest];
  }, [model, commands]);
  const found = useMemo(() => findWords(all, typed, textOf).slice(0, MOST), [all, typed]);
  const move = (to: number): void => {
    const next = (to + found.length) % Math.max(1, found.length);
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const choose = (entry: Entry | undefined): void => {
    if (!entry || (entry.kind === "command" && entry.command.refusal)) return;
    overlay.close();
    // After the dialog has restored the focus, because a command may move it.
    queueMicrotask(() => {
      if (entry.kind === "command") entry.command.run();
      else location.go({ kind: "session", session: entry.id, at: null });
    });
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Enter: () => choose(found[at]),
  };
  return (
    <Dialog label="Search and commands" kind="palette" onClose={() => overlay.close()}>
      <input
        type="text"
        role="combobox"
        aria-label="Search sessions and commands"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        placeholder="A session, or what you want to do"
        autoComplete="off"
        autoFocus
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = event.isComposing ? undefined : steps[event.key];
          if (!step) return;
          step();
          event.preventDefault();
        }}
      />
      <div ref={list} id="palette-found" role="listbox" aria-label="Found" tabIndex={-1}>
        {found.map((entry, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={`${entry.kind} ${entry.id}`}
            id={`palette-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            aria-disabled={entry.kind === "command" && entry.command.refusal ? "true" : undefined}
            onClick={() => choose(entry)}
          >
            {entry.kind === "command" ? <CommandEntry command={entry.command} /> : <SessionEntry row={entry.row} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="note">No match for “{typed}”.</p>}
    </Dialog>
  );
}

const CommandEntry = ({ command: { name, refusal, key } }: { command: PageCommand }) => (
  <>
    <span class="name">{name}</span>
    {refusal && <span class="note">{refusal}</span>}
    {key && <kbd>{shownKey(key)}</kbd>}
  </>
);

const SessionEntry = ({ row }: { row: Row }) => (
  <>
    <StatusIcon status={displayStatusOf(row)} />
    <span class="name" dir="auto">
      {sessionLabel(row)}
    </span>
    <span class="note">{row.workspace.path.split("/").at(-1)}</span>
  </>
);
