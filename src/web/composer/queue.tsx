// The queue over the composer: each prompt can be edited, moved, held, given a time, and removed.
import { useMemo, useState } from "preact/hooks";
import { countText, type QueueRow } from "../../view/index.ts";
import { keyOf } from "../page/keys.ts";
import { Menu } from "../parts/menu.tsx";
import type { ComposerModel } from "./composer-model.ts";
import { EditQueued } from "./edit-queued.tsx";
import { openQueue, type QueueModel } from "./queue-model.ts";

export function Queue({ model }: { model: ComposerModel }) {
  const queue = useMemo(() => openQueue(model), [model]);
  const [edited, setEdited] = useState<string | null>(null);
  const rows = queue.rows.value;
  if (rows.length === 0) return null;
  const isHeld = queue.isHeld.value;
  return (
    <section class="queue" aria-label="Queue">
      <header>
        <span>
          {isHeld ? `${countText(rows.length, "prompt")} held` : `${countText(rows.length, "prompt")} queued`}
        </span>
        <button type="button" class={isHeld ? undefined : "plain"} onClick={() => queue.holdAll(!isHeld)}>
          {isHeld ? "Release the queue" : "Hold the queue"}
        </button>
      </header>
      <ol>
        {rows.map((row, at) =>
          edited === row.promptId ? (
            <li key={row.promptId}>
              <EditQueued row={row} queue={queue} model={model} onClose={() => setEdited(null)} />
            </li>
          ) : (
            <Row key={row.promptId} {...{ row, at, queue, model }} onEdit={() => setEdited(row.promptId)} />
          ),
        )}
      </ol>
    </section>
  );
}

interface RowProps {
  readonly row: QueueRow;
  readonly at: number;
  readonly queue: QueueModel;
  readonly model: ComposerModel;
  readonly onEdit: () => void;
}

const DRAGGED = "application/x-skein-prompt";

function Row({ row, at, queue, model, onEdit }: RowProps) {
  const { promptId, text, files, sender, wait, isHeld, isCut } = row;
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const actions: Readonly<Record<string, () => void>> = {
      "Alt+ArrowUp": () => queue.move(promptId, at - 1),
      "Alt+ArrowDown": () => queue.move(promptId, at + 1),
      Delete: () => queue.remove(row),
      Enter: () => !isCut && onEdit(),
    };
    const action = actions[keyOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const openMenu = (anchor: HTMLElement): void => {
    const { overlay } = model.page;
    const last = queue.rows.peek().length - 1;
    const items = [
      {
        ...{ id: "edit", name: "Edit…", note: "Its text, and a time before which it waits", key: "Enter", run: onEdit },
        refusal: isCut ? "Its text is too long to be edited here." : null,
      },
      {
        ...{ id: "up", name: "Move up", key: "Alt+ArrowUp", run: () => queue.move(promptId, at - 1) },
        refusal: at === 0 ? "It is the first one." : null,
      },
      {
        ...{ id: "down", name: "Move down", key: "Alt+ArrowDown", run: () => queue.move(promptId, at + 1) },
        refusal: at === last ? "It is the last one." : null,
      },
      { id: "hold", name: isHeld ? "Release" : "Hold", run: () => queue.hold(row, !isHeld) },
      { id: "remove", name: "Remove", key: "Delete", isGrave: true, run: () => queue.remove(row) },
    ];
    overlay.show(<Menu label="Queued prompt" anchor={anchor} items={items} onClose={() => overlay.close()} />);
  };
  return (
    <li
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and edited with keys
      tabIndex={0}
      draggable
      onKeyDown={onKey}
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, promptId)}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const dragged = event.dataTransfer?.getData(DRAGGED);
        if (dragged) queue.move(dragged, at);
      }}
    >
      <div class="words">
        <p class="text" dir="auto">
          {text}
        </p>
        <p class="note">
          {[sender, files > 0 ? countText(files, "file") : null, wait ?? "next"]
            .filter((part) => part !== null)
            .join(" · ")}
        </p>
      </div>
      <button
        type="button"
        class="plain"
        aria-label={`Change the queued prompt: ${text.slice(0, 60)}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => openMenu(currentTarget)}
      >
        ⋯
      </button>
    </li>
  );
}
