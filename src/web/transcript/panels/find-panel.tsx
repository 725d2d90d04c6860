// Finding words in the whole session. Each hit leads to its place, where the words are marked.
import { useEffect, useRef, useState } from "preact/hooks";
import { explain } from "../../page/explain.ts";
import { Time } from "../items/time-and-copy.tsx";
import { type TranscriptHost, useTranscriptHost } from "../transcript-host.ts";
import { keepMarked } from "./mark-words.ts";
import { Panel } from "./panel.tsx";

type Found = Awaited<ReturnType<TranscriptHost["find"]>>;
type Hit = Found["items"][number];

interface Props {
  readonly session: string;
  /** The words are marked in it. */
  readonly root: HTMLElement;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onGo: (seq: number) => void;
  readonly onClose: () => void;
}

interface Result {
  readonly words: string;
  readonly hits: readonly Hit[];
  readonly next: number | null;
}

const ASK_AFTER_MS = 150;

export function FindPanel({ session, root, words, onWords, onGo, onClose }: Props) {
  const { find } = useTranscriptHost();
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState(-1);
  const newest = useRef(words);
  newest.current = words;
  useEffect(() => input.current?.select(), []);
  useEffect(() => keepMarked(root, words), [root, words]);

  /** Back from the end, or from before `before`. */
  const ask = async (before: number | null): Promise<void> => {
    try {
      const { items, next } = await find(session, { query: words, ...(before === null ? {} : { before }) });
      if (newest.current !== words) return;
      setFailure(null);
      setResult({ words, hits: before === null ? items : [...(result?.hits ?? []), ...items], next });
    } catch (error) {
      setFailure(explain(error));
    }
  };
  useEffect(() => {
    setChosen(-1);
    if (words.trim() === "") return setResult(null);
    const timer = setTimeout(() => ask(null).catch(() => {}), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);

  const go = (index: number): void => {
    const hit = result?.hits[index];
    if (!hit) return;
    setChosen(index);
    onGo(hit.seq);
  };
  return (
    <Panel label="Find" onClose={onClose}>
      <input
        ref={input}
        type="search"
        aria-label="Words to find in this session"
        value={words}
        onInput={({ currentTarget }) => onWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          const count = result?.hits.length ?? 0;
          go(event.shiftKey ? Math.max(0, chosen - 1) : Math.min(count - 1, chosen + 1));
        }}
      />
      <p class="quiet" role="status">
        {failure ?? (result ? countOf(result, chosen) : "Enter leads to the next hit, Shift+Enter to the one before.")}
      </p>
      {result && (
        <ol class="outline">
          {result.hits.map((hit, index) => (
            <li key={hit.seq}>
              <button type="button" aria-current={index === chosen} onClick={() => go(index)}>
                <bdi class="words">
                  {hit.before}
                  <mark>{hit.match}</mark>
                  {hit.after}
                </bdi>
                <span class="quiet">
                  {hit.kind} <Time at={hit.at} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {result && result.next !== null && (
        <button type="button" class="act" onClick={() => ask(result.next).catch(() => {})}>
          Look further back
        </button>
      )}
    </Panel>
  );
}

function countOf({ hits, next }: Result, chosen: number): string {
  if (hits.length === 0) return next === null ? "Nothing was found." : "Nothing was found so far.";
  const all = `${hits.length}${next === null ? "" : "+"}`;
  return chosen < 0 ? `${all} found, newest first` : `${chosen + 1} of ${all}`;
}
