// The session's turns at a glance: first words, when, and what happened in each. A click leads there.
import { useEffect, useState } from "preact/hooks";
import { countText } from "../../../view/index.ts";
import type { SessionView } from "../../sync/live-session.ts";
import { Time } from "../items/time-and-copy.tsx";
import { Panel } from "./panel.tsx";

type Entry = Awaited<ReturnType<SessionView["outline"]>>["items"][number];

interface Props {
  readonly view: Pick<SessionView, "outline" | "state">;
  readonly onGo: (seq: number) => void;
  readonly onClose: () => void;
}

export function OutlinePanel({ view, onGo, onClose }: Props) {
  const [entries, setEntries] = useState<readonly Entry[] | Error | null>(null);
  // It is asked for again when a turn begins or ends.
  const turn = view.state.turn.open?.turn ?? null;
  useEffect(() => {
    let isOver = false;
    view.outline().then(
      ({ items }) => !isOver && setEntries(items),
      (error: unknown) => !isOver && setEntries(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isOver = true;
    };
  }, [view, turn]);
  return (
    <Panel label="Outline" onClose={onClose}>
      {entries instanceof Error && <p role="alert">The outline could not be loaded: {entries.message}</p>}
      {entries === null && <p class="quiet">Loading …</p>}
      {Array.isArray(entries) && entries.length === 0 && <p class="quiet">Nothing was asked yet.</p>}
      {Array.isArray(entries) && (
        <ol class="outline">
          {entries.map((entry: Entry) => (
            <li key={entry.seq}>
              <button type="button" onClick={() => onGo(entry.seq)}>
                <bdi class="words">
                  {entry.text ?? (entry.turn === null ? "Between turns" : "A turn without a prompt")}
                </bdi>
                <span class="quiet">
                  <Time at={entry.at} /> {marksOf(entry)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function marksOf({ turns, tools, questions, errors, endSeq }: Entry): string {
  const marks = [
    turns > 1 && countText(turns, "turn"),
    tools > 0 && countText(tools, "call"),
    questions > 0 && countText(questions, "question"),
    errors > 0 && countText(errors, "error"),
    endSeq === null && "running",
  ];
  return marks.filter(Boolean).join(", ");
}
