// The list of sessions as signals: the filter text, folded groups, the selection, and the lines in order.
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  filterOf,
  foldedAtFirst,
  frozenLines,
  groupOf,
  groupSessions,
  isSameOrder,
  type Line,
  linesOf,
  type Row,
  TRASH,
  trashGroup,
} from "../../view/index.ts";
import type { Page } from "../page/page.ts";
import { storedText, storeText } from "../page/stored-text.ts";

export interface ListModel {
  readonly filter: Signal<string>;
  /** Null until the list was loaded. */
  readonly lines: ReadonlySignal<readonly Line[] | null>;
  readonly byId: ReadonlySignal<ReadonlyMap<string, Row>>;
  readonly selected: Signal<ReadonlySet<string>>;
  /** While true, the order stays. */
  readonly isFrozen: Signal<boolean>;
  fold(key: string, isFolded: boolean): void;
  select(ids: readonly string[], isSelected: boolean): void;
  /** The session before or after this one; without one, the first or the last. */
  neighbour(id: string | null, step: 1 | -1): Row | null;
  /** The next session that needs somebody, after the open one. */
  nextInNeed(id: string | null): Row | null;
}

const FOLDED = "skein folded";

/** Groups whose folded state differs from the default. */
function keptFolding(): ReadonlySet<string> {
  try {
    const keys: unknown = JSON.parse(storedText(FOLDED) ?? "[]");
    return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : []);
  } catch {
    return new Set();
  }
}

/** Loaded when the group is opened, and again when sessions appear or disappear: no stream reports the trash. */
function openTrash(
  skein: Page["skein"],
  sessions: Page["list"]["sessions"],
  isOpen: () => boolean,
): ReadonlySignal<readonly Row[] | null> {
  const trash = signal<readonly Row[] | null>(null);
  const count = computed(() => sessions.value?.length ?? 0);
  effect(() => {
    count.value;
    if (!isOpen()) return;
    skein.trashed().then(
      ({ items }) => {
        trash.value = items;
      },
      () => {},
    );
  });
  return trash;
}

export function openListModel({ list, skein, settings }: Pick<Page, "list" | "skein" | "settings">): ListModel {
  const filter = signal("");
  const turned = signal(keptFolding());
  const selected = signal<ReadonlySet<string>>(new Set());
  const isFrozen = signal(false);
  const isFolded = (key: string): boolean => foldedAtFirst.has(key) !== turned.value.has(key);
  const trash = openTrash(skein, list.sessions, () => !isFolded(TRASH));
  const byId = computed(
    () => new Map([...(list.sessions.value ?? []), ...(trash.value ?? [])].map((row) => [row.id, row])),
  );
  const arranged = computed(() => {
    const rows = list.sessions.value;
    if (!rows) return null;
    const fits = filterOf(filter.value);
    const { order } = settings.values.value;
    // A filter also finds sessions in folded groups.
    if (fits) return linesOf(groupSessions(rows.filter(fits), order), () => false);
    return linesOf([...groupSessions(rows, order), trashGroup(trash.value)], isFolded);
  });
  let shown: { readonly lines: readonly Line[]; readonly filter: string; readonly turned: unknown } | null = null;
  const lines = computed(() => {
    const by = { filter: filter.value, turned: turned.value };
    const isAsked = shown?.filter !== by.filter || shown.turned !== by.turned;
    const fresh = arranged.value;
    if (!fresh) return null;
    const keepsPlaces = isFrozen.value && shown && !isAsked && !isSameOrder(shown.lines, fresh);
    shown = { ...by, lines: keepsPlaces && shown ? frozenLines(shown.lines, byId.value) : fresh };
    return shown.lines;
  });
  const rows = (): Row[] => (lines.value ?? []).flatMap((line) => (line.kind === "row" ? [line.row] : []));
  return {
    filter,
    lines,
    byId,
    selected,
    isFrozen,
    fold(key, folded) {
      const next = new Set(turned.value);
      if (foldedAtFirst.has(key) === folded) next.delete(key);
      else next.add(key);
      turned.value = next;
      storeText(FOLDED, JSON.stringify([...next]));
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
      const needing = rows().filter((row) => groupOf(row) === "needs_you");
      return needing[needing.findIndex((row) => row.id === id) + 1] ?? needing[0] ?? null;
    },
  };
}
