// The fields of a record, read one by one: what nobody has read is left, and is kept beside the event.
import { firstBytes } from "../../core/index.ts";

const KEPT_BYTES = 4096;

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
    const left = [...this.#left].filter(([, value]) => !isNothing(value));
    return left.length === 0 ? null : firstBytes(JSON.stringify(Object.fromEntries(left)), KEPT_BYTES);
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
