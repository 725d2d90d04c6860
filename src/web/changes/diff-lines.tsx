// The lines of a file. They are drawn in pieces, when they come near the screen; a click or Enter on a number comments on the line.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type DiffRow, exactLine, type LineComment, languageOf, rowsOf, splitRows } from "../../view/changes/index.ts";
import { InOrder } from "../parts/in-order.tsx";
import { highlighter } from "../transcript/highlight/highlighter.ts";
import type { Piece } from "../transcript/highlight/messages.ts";
import type { ChangedFile, ChangesModel } from "./changes-model.ts";
import { CommentEditor, CommentShown } from "./comment.tsx";

const PIECE = 100;

/** Rows from one to another, in the order of the file. */
interface Chosen {
  /** Of which version of the file. */
  readonly rows: readonly DiffRow[];
  readonly from: number;
  readonly to: number;
}

export function DiffLines({ model, file }: { model: ChangesModel; file: ChangedFile }) {
  const rows = useMemo(() => rowsOf(file), [file]);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** The comment that is being written, as it was before. */
  const [editing, setEditing] = useState<LineComment | null>(null);
  /** The next line that is chosen is the other end of the comment: what Shift does, for a finger. */
  const [isExtending, setExtending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isSplit = model.isSplit.value && model.isWide.value;
  const { path } = file;
  const saved = model.comments.all.value.filter((one) => one.path === path);
  const isNew = editing !== null && saved.every(({ id }) => id !== editing.id);
  const comments = isNew ? [...saved, editing] : saved;
  const pieces = useMemo(() => inPieces(rows), [rows]);
  /** The row below which each comment stands. */
  const below = placesOf(comments, rows);

  const choose = (at: number, isMore: boolean): void => {
    const before = isMore && chosen?.rows === rows ? chosen : { from: at, to: at };
    const next = { rows, from: Math.min(before.from, at), to: Math.max(before.to, at) };
    const comment = newComment(path, rows.slice(next.from, next.to + 1));
    // What was written on fewer of these lines goes on.
    const written = isMore && editing ? saved.find(({ id }) => id === editing.id) : undefined;
    setChosen(next);
    setExtending(false);
    if (written) model.comments.put({ ...comment, id: written.id, text: written.text });
    setEditing(written ? { ...comment, id: written.id, text: written.text } : comment);
  };
  const close = (): void => {
    const at = chosen?.to;
    setChosen(null);
    setEditing(null);
    setExtending(false);
    if (at !== undefined) box.current?.querySelector<HTMLElement>(`button.number[data-row="${at}"]`)?.focus();
  };
  const cancel = (): void => {
    if (editing && editing.text === "") model.comments.remove(editing.id);
    else if (editing) model.comments.put(editing);
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      ref={box}
      class={isSplit ? "lines split" : "lines"}
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself
      tabIndex={0}
      onClick={(event) => {
        const number = event.target instanceof Element ? event.target.closest<HTMLElement>("button.number") : null;
        if (!number) return;
        const at = Number(number.dataset.row);
        // Lines that were chosen with the keyboard are meant together.
        const isInside = chosen?.rows === rows && chosen.from !== chosen.to && at >= chosen.from && at <= chosen.to;
        choose(at, event.shiftKey || isExtending || (isInside && editing === null));
      }}
      onKeyDown={({ key, shiftKey, target }) => {
        const number = target instanceof Element ? target.closest<HTMLElement>("button.number") : null;
        if (!number || !shiftKey || !key.startsWith("Arrow")) return;
        const at = Number(number.dataset.row);
        const next = Math.max(1, Math.min(rows.length - 1, at + (key === "ArrowDown" ? 1 : -1)));
        const { from, to } = chosen?.rows === rows ? chosen : { from: at, to: at };
        setChosen({ rows, from: Math.min(from, next), to: Math.max(to, next) });
      }}
    >
      {pieces.map((piece) => (
        <LazyPiece key={piece.at} count={piece.rows.length}>
          {() => (
            <PieceOfRows
              {...piece}
              language={languageOf(path)}
              isSplit={isSplit}
              chosen={chosen?.rows === rows ? chosen : null}
              below={(at) => (
                <>
                  {below
                    .get(at)
                    ?.map((comment) =>
                      comment.id === editing?.id ? (
                        <CommentEditor
                          key={comment.id}
                          comment={comment}
                          onInput={(text) => model.comments.put({ ...comment, text })}
                          isExtending={isExtending}
                          onExtend={chosen === null ? null : () => setExtending(!isExtending)}
                          onSave={close}
                          onCancel={cancel}
                        />
                      ) : (
                        <CommentShown
                          key={comment.id}
                          model={model}
                          comment={comment}
                          onEdit={() => setEditing(comment)}
                        />
                      ),
                    )}
                </>
              )}
            />
          )}
        </LazyPiece>
      ))}
    </div>
  );
}

interface RowPiece {
  /** The first row's place in the file. */
  readonly at: number;
  readonly rows: readonly DiffRow[];
}

/** A piece ends where no line is left without the one beside it. */
function inPieces(rows: readonly DiffRow[]): RowPiece[] {
  const pieces: RowPiece[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = Math.min(at + PIECE, rows.length);
    while (end < rows.length && rows[end]?.kind !== "same" && rows[end]?.kind !== "hunk" && end < at + 2 * PIECE) end++;
    pieces.push({ at, rows: rows.slice(at, end) });
    at = end;
  }
  return pieces;
}

/** Drawn once it is near the screen; until then as high as it will be if no line wraps. */
function LazyPiece({ count, children }: { count: number; children: () => preact.ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { root: current.closest(".changes-content"), rootMargin: "1200px 0px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNear]);
  if (isNear) return <div class="piece">{children()}</div>;
  return <div ref={element} class="piece" style={{ blockSize: `calc(${count} * 1lh)` }} />;
}

interface PieceProps extends RowPiece {
  readonly language: string;
  readonly isSplit: boolean;
  readonly chosen: Chosen | null;
  readonly below: (at: number) => preact.ComponentChildren;
}

function PieceOfRows({ at, rows, language, isSplit, chosen, below }: PieceProps) {
  const colours = useColours(language, rows);
  const places = new Map(rows.map((row, index) => [row, at + index]));
  const partOf = (row: DiffRow | null, side: "old" | "now" | null) => {
    const place = row === null ? -1 : (places.get(row) ?? -1);
    const isChosen = chosen !== null && place >= chosen.from && place <= chosen.to;
    return (
      <Line row={row} at={place} side={side} colours={colours?.[place - at]} isChosen={isChosen} isFirst={place <= 1} />
    );
  };
  if (!isSplit)
    return (
      <>
        {rows.map((row, index) => (
          <div key={index} class={rowClass(row, rows[index - 1])} data-at={at + index}>
            {row.kind === "hunk" ? <Hunk row={row} isFirst={at + index === 0} /> : partOf(row, null)}
            {below(at + index)}
          </div>
        ))}
      </>
    );
  return (
    <>
      {splitRows(rows).map(({ left, right }, index) => {
        const row = left ?? right;
        const own = [left, right].flatMap((one) => (one === null ? [] : [places.get(one) ?? -1]));
        const isHunk = row?.kind === "hunk";
        return (
          <div key={index} class={isHunk ? "row hunk" : "row pair"} data-at={own[0]}>
            {isHunk && row ? (
              <Hunk row={row} isFirst={own[0] === 0} />
            ) : (
              <>
                <div class={`half ${left?.kind ?? "none"}`}>{partOf(left, "old")}</div>
                <div class={`half ${right?.kind ?? "none"}`}>{partOf(right, "now")}</div>
              </>
            )}
            {[...new Set(own)].map((place) => below(place))}
          </div>
        );
      })}
    </>
  );
}

const isChange = (row: DiffRow | undefined): boolean => row?.kind === "added" || row?.kind === "removed";

/** `change`: the first line of one, where keys lead to. */
const rowClass = (row: DiffRow, before: DiffRow | undefined): string =>
  `row ${row.kind}${isChange(row) && !isChange(before) ? " change" : ""}`;

function Hunk({ row: { old, now, text }, isFirst }: { row: DiffRow; isFirst: boolean }) {
  // Nothing is left out before the first line.
  if (isFirst && text === "" && Math.max(old ?? 0, now ?? 0) <= 1) return null;
  const place = now === null || old === null ? "⋯" : `⋯ ${now === 0 ? old : now}`;
  return (
    <span class="where">
      {place}{" "}
      <bdi>
        <Shown text={text} />
      </bdi>
    </span>
  );
}

const signs = { same: " ", added: "+", removed: "−", remark: " ", hunk: " " } as const;
const words = { same: "", added: "added: ", removed: "removed: ", remark: "", hunk: "" } as const;

interface LineProps {
  readonly row: DiffRow | null;
  readonly at: number;
  readonly side: "old" | "now" | null;
  readonly colours: readonly Piece[] | undefined;
  readonly isChosen: boolean;
  readonly isFirst: boolean;
}

function Line({ row, at, side, colours, isChosen, isFirst }: LineProps) {
  if (row === null) return null;
  const { kind, old, now, text } = row;
  if (kind === "remark") return <span class="text remark">{text}</span>;
  const number = side === "old" ? old : side === "now" ? now : (now ?? old);
  return (
    <>
      <button
        type="button"
        class={isChosen ? "number chosen" : "number"}
        tabIndex={isFirst ? 0 : -1}
        data-row={at}
        aria-label={`Comment on ${kind === "removed" ? "removed " : ""}line ${number ?? ""}`}
      >
        {side === null && <span data-number={old ?? ""} />}
        <span data-number={side === null ? (now ?? "") : (number ?? "")} />
      </button>
      <span class="line-sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <span class="text code">
        {words[kind] !== "" && <span class="unseen">{words[kind]}</span>}
        {colours?.map(([name, part], index) =>
          name === "" ? (
            <Shown key={index} text={part} />
          ) : (
            <span key={index} class={`code-${name}`}>
              <Shown text={part} />
            </span>
          ),
        ) ?? <Shown text={text} />}
      </span>
    </>
  );
}

/** Nothing in it is invisible, and its signs stand in their order. */
const Shown = ({ text }: { text: string }) => <InOrder text={exactLine(text)} isProse />;

/** By row, once they are known. */
function useColours(language: string, rows: readonly DiffRow[]): readonly (readonly Piece[])[] | null {
  const [known, setKnown] = useState<{ rows: readonly DiffRow[]; lines: readonly (readonly Piece[])[] } | null>(null);
  useEffect(() => {
    let isOver = false;
    const text = rows
      .map((row) => (row.kind === "hunk" || row.kind === "remark" ? "" : row.text.replaceAll("\n", " ")))
      .join("\n");
    highlighter.pieces(language, text).then(
      (pieces) => {
        if (!isOver && pieces) setKnown({ rows, lines: byLine(pieces) });
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [language, rows]);
  return known?.rows === rows ? known.lines : null;
}

function byLine(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const [name, text] of pieces)
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push([name, part]);
    }
  return lines;
}

const signOf = { same: " ", added: "+", removed: "-", remark: "\\", hunk: "" } as const;

function newComment(path: string, rows: readonly DiffRow[]): LineComment {
  const lines = rows.filter(({ kind }) => kind !== "hunk" && kind !== "remark");
  // Removed lines have numbers of their own; with others around them, the numbers are those that the agent finds in the file.
  const side = lines.every(({ kind }) => kind === "removed") ? "old" : "new";
  const numbers = lines.flatMap(({ old, now }) => (side === "old" ? old : now) ?? []);
  return {
    ...{ id: crypto.randomUUID(), path, side, text: "" },
    from: numbers[0] ?? null,
    to: numbers.at(-1) ?? null,
    lines: lines.map(({ kind, text }) => signOf[kind] + text),
  };
}

/** At their last line; those whose line is gone stand at the beginning of the file. */
function placesOf(comments: readonly LineComment[], rows: readonly DiffRow[]): Map<number, LineComment[]> {
  const places = new Map<number, LineComment[]>();
  for (const comment of comments) {
    const { side, to, lines } = comment;
    const last = lines.at(-1)?.slice(1);
    const at = rows.findIndex(
      ({ old, now, text, kind }) =>
        kind !== "hunk" && text === last && (to === null || (side === "old" ? old : now) === to),
    );
    const nearby = at === -1 ? rows.findIndex(({ kind, text }) => kind !== "hunk" && text === last) : at;
    places.set(Math.max(0, nearby), [...(places.get(Math.max(0, nearby)) ?? []), comment]);
  }
  return places;
}
