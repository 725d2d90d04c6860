// The list at the left as signals: what is typed to filter it, what is folded and selected, and the lines in their order.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  conditionOf,
  filterOf,
  foldedAtFirst,
  groupSessions,
  heldLines,
  isSameOrder,
  type Line,
  linesOf,
  type Row,
} from "../../view/index.ts";
import { keep, kept } from "../page/kept.ts";
import type { Page } from "../page/page.ts";

export interface ListModel {
  readonly filter: Signal<string>;
  /** Null until the list was read. */
  readonly lines: ReadonlySignal<readonly Line[] | null>;
  readonly byId: ReadonlySignal<ReadonlyMap<string, Row>>;
  readonly selected: Signal<ReadonlySet<string>>;
  /** While it is true nothing changes its place. */
  readonly isHeld: Signal<boolean>;
  fold(key: string, isFolded: boolean): void;
  select(ids: readonly string[], isSelected: boolean): void;
  /** The session before or after this one; the first or last without one. */
  neighbour(id: string | null, step: 1 | -1): Row | null;
  /** The next one that needs somebody, after the one that is open. */
  nextInNeed(id: string | null): Row | null;
}

const FOLDED = "skein folded";

/** Groups whose folding differs from what it is at first. */
function keptFolding(): ReadonlySet<string> {
  try {
    const keys: unknown = JSON.parse(kept(FOLDED) ?? "[]");
    return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : []);
  } catch {
    return new Set();
  }
}

export function openListModel({ list }: Pick<Page, "list">): ListModel {
  const filter = signal("");
  const turned = signal(keptFolding());
  const selected = signal<ReadonlySet<string>>(new Set());
  const isHeld = signal(false);
  const byId = computed(() => new Map((list.sessions.value ?? []).map((row) => [row.id, row])));
  const isFolded = (key: string): boolean => foldedAtFirst.has(key) !== turned.value.has(key);
  const arranged = computed(() => {
    const rows = list.sessions.value;
    if (!rows) return null;
    const fits = filterOf(filter.value);
    // What somebody looks for is found wherever it is.
    return fits ? linesOf(groupSessions(rows.filter(fits)), () => false) : linesOf(groupSessions(rows), isFolded);
  });
  let shown: { readonly lines: readonly Line[]; readonly filter: string; readonly turned: unknown } | null = null;
  const lines = computed(() => {
    const by = { filter: filter.value, turned: turned.value };
    const isAsked = shown?.filter !== by.filter || shown.turned !== by.turned;
    const fresh = arranged.value;
    if (!fresh) return null;
    const keepsPlaces = isHeld.value && shown && !isAsked && !isSameOrder(shown.lines, fresh);
    shown = { ...by, lines: keepsPlaces && shown ? heldLines(shown.lines, byId.value) : fresh };
    return shown.lines;
  });
  const rows = (): Row[] => (lines.value ?? []).flatMap((line) => (line.kind === "row" ? [line.row] : []));
  return {
    filter,
    lines,
    byId,
    selected,
    isHeld,
    fold(key, folded) {
      const next = new Set(turned.value);
      if (foldedAtFirst.has(key) === folded) next.delete(key);
      else next.add(key);
      turned.value = next;
      keep(FOLDED, JSON.stringify([...next]));
    },
    select(ids, isSelected) {
      const next = new Set(selected.value);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      selected.value = next;
    },
    neighbour(id, step) {
      const all = rows();
      const at = all.findIndex((row) => row.id === id);
      if (at < 0) return all.at(step === 1 ? 0 : -1) ?? null;
      return all[at + step] ?? null;
    },
    nextInNeed(id) {
      const needing = rows().filter((row) => conditionOf(row).section === "needs-you");
      return needing[needing.findIndex((row) => row.id === id) + 1] ?? needing[0] ?? null;
    },
  };
}
