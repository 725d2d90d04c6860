// Rows of a list in their order. A row that changes costs its own place, not the whole list.
import { type SessionOrder, sessionOrders } from "../core/list-order.ts";
import type { ListedSession } from "../protocol/index.ts";

export class SortedRows {
  readonly #compare: (a: ListedSession, b: ListedSession) => number;
  readonly #byId = new Map<string, ListedSession>();
  readonly #sorted: ListedSession[] = [];

  constructor(order: SessionOrder) {
    this.#compare = sessionOrders[order];
  }

  /** In order. */
  get all(): readonly ListedSession[] {
    return this.#sorted;
  }

  set(row: ListedSession): void {
    this.delete(row.id);
    this.#byId.set(row.id, row);
    this.#sorted.splice(this.#placeOf(row), 0, row);
  }

  delete(id: string): void {
    const row = this.#byId.get(id);
    if (!row) return;
    this.#byId.delete(id);
    this.#sorted.splice(this.#placeOf(row), 1);
  }

  /** Where the row is, or would be. */
  #placeOf(row: ListedSession): number {
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
