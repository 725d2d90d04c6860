// Stands for zod in bundles for pages (`scripts/zod-in-pages.mjs`): the same answers, for what the core's events use, at a fiftieth of the size.
// A page checks what a daemon sends; it makes no JSON Schema and reports no errors.

const NO = Symbol("does not fit");

type Read = (value: unknown) => unknown;

type Schemas = Readonly<Record<string, Schema>>;

class Schema {
  /** The value as the schema has it, or `NO`. */
  readonly read: Read;

  constructor(read: Read) {
    this.read = read;
  }

  #and(holds: (value: never) => boolean): Schema {
    return new Schema((value) => {
      const read = this.read(value);
      return read !== NO && holds(read as never) ? read : NO;
    });
  }

  /** Short for a schema that takes one more value as it is. */
  #or(also: unknown): Schema {
    return new Schema((value) => (value === also ? value : this.read(value)));
  }

  safeParse(value: unknown): { success: boolean; data?: unknown } {
    const data = this.read(value);
    return data === NO ? { success: false } : { success: true, data };
  }

  optional = (): Schema => this.#or(undefined);
  nullable = (): Schema => this.#or(null);
  catch = (fallback: unknown): Schema =>
    new Schema((value) => {
      const read = this.read(value);
      return read === NO ? fallback : read;
    });
  int = (): Schema => this.#and(Number.isSafeInteger);
  nonnegative = (): Schema => this.#and((value: number) => value >= 0);
  positive = (): Schema => this.#and((value: number) => value > 0);
  min = (length: number): Schema => this.#and((value: unknown[]) => value.length >= length);
  max = (length: number): Schema => this.#and((value: string | unknown[]) => value.length <= length);
  regex = (pattern: RegExp): Schema => this.#and((value: string) => pattern.test(value));
}

const when = (holds: (value: unknown) => boolean): Schema => new Schema((value) => (holds(value) ? value : NO));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `NO` if one of the values does not fit. */
function entriesRead(entries: readonly (readonly [key: string, read: unknown])[]): unknown {
  return entries.some(([, read]) => read === NO) ? NO : Object.fromEntries(entries);
}

export const string = (): Schema => when((value) => typeof value === "string");
export const boolean = (): Schema => when((value) => typeof value === "boolean");
export const number = (): Schema => when(Number.isFinite);
export const unknown = (): Schema => when(() => true);
export const literal = (one: unknown): Schema => when((value) => value === one);
const oneOf = (names: readonly unknown[]): Schema => when((value) => names.includes(value));

export { oneOf as enum };

export const array = (item: Schema): Schema =>
  new Schema((value) => {
    const read = Array.isArray(value) ? value.map(item.read) : [NO];
    return read.includes(NO) ? NO : read;
  });

/** Other keys are left out. */
export const object = (shape: Schemas): Schema =>
  new Schema((value) => {
    if (!isRecord(value)) return NO;
    const entries = Object.entries(shape).map(([key, schema]) => [key, schema.read(value[key])] as const);
    return entriesRead(entries.filter(([key, read]) => read !== undefined || key in value));
  });

export const record = (_key: Schema, item: Schema): Schema =>
  new Schema((value) =>
    isRecord(value)
      ? entriesRead(
          Object.entries(value)
            .filter(([key]) => key !== "__proto__")
            .map(([key, one]) => [key, item.read(one)]),
        )
      : NO,
  );

export const union = (schemas: readonly Schema[]): Schema =>
  new Schema((value) => {
    for (const { read } of schemas) {
      const found = read(value);
      if (found !== NO) return found;
    }
    return NO;
  });

/** The schemas name different values of one key, so at most one of them fits. */
export const discriminatedUnion = (_key: string, schemas: readonly Schema[]): Schema => union(schemas);
