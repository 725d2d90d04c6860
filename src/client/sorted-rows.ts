// Rows of a list in order. Changes are applied on demand: all of them in one copy, however long the list is.
import { type ListOrder, listOrders } from "../core/list-groups.ts";
import type { ListedSession } from "../protocol/index.ts";

/** Positions where the sorted rows are cut: a row is removed there, or inserted before it. */
interface Edit {
  readonly at: number;
  readonly comesIn: ListedSession | null;
}

/** Above this share of the list sorting everything is faster. */
const MAX_EDITED_SHARE = 0.1;

export class SortedRows {
  readonly #compare: (a: ListedSession, b: ListedSession) => number;
  readonly #byId = new Map<string, ListedSession>();
  #sorted: readonly ListedSession[] = [];
  /** By id, the row in `#sorted` that has changed; undefined = it is not there. */
  readonly #outdated = new Map<string, ListedSession | undefined>();

  constructor(order: ListOrder) {
    this.#compare = listOrders[order];
  }

  /** In order. The same array as long as nothing has changed; an array is never modified. */
  get all(): readonly ListedSession[] {
    if (this.#outdated.size > 0) {
      const isMuch = this.#outdated.size > this.#sorted.length * MAX_EDITED_SHARE;
      this.#sorted = isMuch ? [...this.#byId.values()].sort(this.#compare) : this.#edited();
      this.#outdated.clear();
    }
    return this.#sorted;
  }

  set(row: ListedSession): void {
    this.#outdate(row.id);
    this.#byId.set(row.id, row);
  }

  delete(id: string): void {
    this.#outdate(id);
    this.#byId.delete(id);
  }

  #outdate(id: string): void {
    if (!this.#outdated.has(id)) this.#outdated.set(id, this.#byId.get(id));
  }

  #edited(): ListedSession[] {
    const edits: Edit[] = [];
    const added: ListedSession[] = [];
    for (const [id, old] of this.#outdated) {
      const row = this.#byId.get(id);
      if (old) edits.push({ at: this.#indexOf(old), comesIn: null });
      if (row) added.push(row);
    }
    for (const row of added.sort(this.#compare)) edits.push({ at: this.#indexOf(row), comesIn: row });
    // A row inserted where another is removed comes before it; the stable sort keeps the order of inserted rows.
    edits.sort((a, b) => a.at - b.at || Number(a.comesIn === null) - Number(b.comesIn === null));
    const parts: (readonly ListedSession[])[] = [];
    let copied = 0;
    for (const { at, comesIn } of edits) {
      parts.push(this.#sorted.slice(copied, at), comesIn ? [comesIn] : []);
      copied = comesIn ? at : at + 1;
    }
    return ([] as ListedSession[]).concat(...parts, this.#sorted.slice(copied));
  }

  /** The row's position, or where it would be. */
  #indexOf(row: ListedSession): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#sorted[middle];
      if (other && this.#compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
