// The building blocks of config.toml's schema: zod schemas with descriptions. Parsing, error messages, help and the reference all use these
// descriptions.
import * as z from "zod";
import { type CamelKeys, camelKeys } from "./camel-keys.ts";

export type Fields = Readonly<Record<string, z.ZodType>>;

export type Description =
  | (KeyText & {
      readonly form: "value";
      /** The text after "must be". */
      readonly wanted: string;
    })
  | { readonly form: "table"; readonly fields: Fields }
  /** Tables of one kind, with names that the user chooses. */
  | { readonly form: "named tables"; readonly each: z.ZodType }
  /** A table whose keys depend on the value of one of them. */
  | { readonly form: "variants"; readonly by: string; readonly options: Readonly<Record<string, Fields>> };

const descriptions = new WeakMap<z.ZodType, Description>();

export const descriptionOf = (schema: z.ZodType): Description | undefined => descriptions.get(schema);

function describe<T extends z.ZodType>(schema: T, description: Description): T {
  descriptions.set(schema, description);
  return schema;
}

/** The type of a key's value, with its description after "must be". */
export interface Kind<T extends z.ZodType> {
  readonly wanted: string;
  readonly schema: T;
}

export const kind = <T extends z.ZodType>(wanted: string, schema: T): Kind<T> => ({ wanted, schema });

interface KeyText {
  /** The key's purpose. */
  readonly text: string;
  /** An example value in TOML syntax. */
  readonly example: string;
  /** Replaces `wanted` in the error for a required key that is missing. */
  readonly missing?: string;
}

/** An optional key: its default, or null, applies if it is missing. */
export function key<T extends z.ZodType>(
  values: Kind<T>,
  about: KeyText & { readonly default: z.util.NoUndefined<z.output<T>> },
): z.ZodDefault<T>;
export function key<T extends z.ZodType>(values: Kind<T>, about: KeyText): z.ZodDefault<z.ZodNullable<T>>;
export function key(
  { wanted, schema }: Kind<z.ZodType>,
  { default: fallback = null, ...text }: KeyText & { readonly default?: unknown },
): z.ZodType {
  return describe((fallback === null ? schema.nullable() : schema).default(fallback), {
    form: "value",
    wanted,
    ...text,
  });
}

/** A required key. */
export const requiredKey = <T extends z.ZodType>({ wanted, schema }: Kind<T>, text: KeyText): T =>
  describe(schema.clone() as T, { form: "value", wanted, ...text });

/** TOML's dates are objects too. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** TOML has no null, and no schema accepts it. */
const tableOrNull = (value: unknown): unknown => (isTable(value) ? value : null);

/** A table whose error for unknown keys lists the known ones. */
export const strictFields = <F extends Fields>(fields: F) =>
  z.strictObject(fields, {
    error: ({ code }) => (code === "unrecognized_keys" ? Object.keys(fields).join(", ") : undefined),
  });

type Values<F extends Fields> = z.output<ReturnType<typeof strictFields<F>>>;

/** `[limits]`: snake_case in the file, camelCase in the code. If the table is missing, all keys have their defaults. */
export const table = <F extends Fields>(fields: F) =>
  tableAs(fields, camelKeys as (values: Values<F>) => CamelKeys<Values<F>>);

/** A table whose values are converted for the code. */
export const tableAs = <F extends Fields, T>(fields: F, convert: (values: Values<F>) => T) =>
  describe(z.preprocess(tableOrNull, strictFields(fields).transform(convert)).prefault({}), {
    form: "table",
    fields,
  });

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** `[tools.<name>]`. */
export const namedTables = <T extends z.ZodType>(each: T) =>
  describe(
    z
      .custom<Record<string, unknown>>(isTable)
      .superRefine((tables, context) => {
        for (const name of Object.keys(tables).filter((one) => !NAME.test(one)))
          context.addIssue({
            code: "custom",
            path: [name],
            message: "named with letters, digits, dots, dashes and underscores",
          });
      })
      .pipe(z.record(z.string(), each as unknown as z.ZodType<z.output<T>, unknown>))
      .prefault({}),
    { form: "named tables", each },
  );

type Option = z.core.$ZodTypeDiscriminable & z.ZodType;

interface Variants<O extends readonly [Option, ...Option[]]> {
  /** The key that selects the variant, and its default value. */
  readonly by: string;
  readonly usual: string;
  readonly options: Readonly<Record<string, Fields>>;
  readonly schemas: O;
}

/** A table whose keys depend on one of them; each variant's fields start with that key. */
export const variants = <O extends readonly [Option, ...Option[]]>({ by, usual, options, schemas }: Variants<O>) =>
  describe(
    z.preprocess(
      (value) => (isTable(value) ? { [by]: usual, ...value } : null),
      z.discriminatedUnion(by, schemas as unknown as [O[number], ...O[number][]]),
    ),
    { form: "variants", by, options },
  );
