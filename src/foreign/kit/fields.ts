// The fields of a record, read one by one: what nobody has read is left, and is kept beside the event.
import { firstBytes } from "../../core/index.ts";

const KEPT_BYTES = 4096;
const MAX_NAMED = 8;
const MAX_NAME_LENGTH = 60;

export class Fields {
  readonly #left: Map<string, unknown>;

  constructor(value: unknown) {
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
    this.#left = new Map(isTable ? Object.entries(value) : value === undefined ? [] : [["", value]]);
  }

  /** A field of another kind is left. */
  text(name: string): string | null {
    return this.#take(name, (value): value is string => typeof value === "string");
  }

  /** What one of these words stands for. Another word is left. */
  word<T>(name: string, words: Readonly<Record<string, T>>): T | null {
    const isKnown = (value: unknown): value is string => typeof value === "string" && Object.hasOwn(words, value);
    const word = this.#take(name, isKnown);
    return word === null ? null : (words[word] ?? null);
  }

  number(name: string): number | null {
    return this.#take(name, (value): value is number => typeof value === "number");
  }

  flag(name: string): boolean {
    return this.#take(name, (value): value is boolean => typeof value === "boolean") ?? false;
  }

  list(name: string): readonly unknown[] {
    return this.#take(name, (value): value is unknown[] => Array.isArray(value)) ?? [];
  }

  any(name: string): unknown {
    return this.#take(name, (value): value is unknown => value !== undefined && value !== null) ?? undefined;
  }

  /** The beginning of all that nobody has read, as JSON; null if that is nothing. */
  rest(): string | null {
    const left = this.#unread();
    return left.length === 0 ? null : firstBytes(JSON.stringify(Object.fromEntries(left)), KEPT_BYTES);
  }

  /** The same for people: "fields that are not shown: a, b". */
  restText(): string {
    const names = this.#unread().map(([name]) => name.slice(0, MAX_NAME_LENGTH));
    if (names.includes("")) return "content that is not shown";
    const shown = names.slice(0, MAX_NAMED).join(", ");
    const more = names.length - MAX_NAMED;
    return `${names.length === 1 ? "a field that is" : "fields that are"} not shown: ${shown}${more > 0 ? ` and ${more} more` : ""}`;
  }

  #unread(): [string, unknown][] {
    return [...this.#left].filter(([, value]) => !isNothing(value));
  }

  #take<T>(name: string, isKind: (value: unknown) => value is T): T | null {
    const value = this.#left.get(name);
    if (!isKind(value)) return null;
    this.#left.delete(name);
    return value;
  }
}

/** What a program writes for a field without a value. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false || value === 0) return true;
  return Array.isArray(value) && value.length === 0;
}
