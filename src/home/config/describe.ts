// The parts that the schema of config.toml is made of: zod schemas, each with what people are told of it. Parsing, error messages, help and the
// reference all read these descriptions.
import * as z from "zod";
import { type CamelKeys, camelKeys } from "./camel-keys.ts";

export type Fields = Readonly<Record<string, z.ZodType>>;

export type Description =
  | (KeyText & {
      readonly form: "value";
      /** Follows "must be". */
      readonly wanted: string;
    })
  | { readonly form: "table"; readonly fields: Fields }
  /** Tables of one kind, by names that the person chooses. */
  | { readonly form: "named tables"; readonly each: z.ZodType }
  /** A table whose keys depend on the value of one of them. */
  | { readonly form: "variants"; readonly by: string; readonly options: Readonly<Record<string, Fields>> };

const descriptions = new WeakMap<z.ZodType, Description>();

export const descriptionOf = (schema: z.ZodType): Description | undefined => descriptions.get(schema);

function describe<T extends z.ZodType>(schema: T, description: Description): T {
  descriptions.set(schema, description);
  return schema;
}

/** The values that a key takes, and how they are described after "must be". */
export interface Kind<T extends z.ZodType> {
  readonly wanted: string;
  readonly schema: T;
}

export const kind = <T extends z.ZodType>(wanted: string, schema: T): Kind<T> => ({ wanted, schema });

interface KeyText {
  /** What the key is for. */
  readonly text: string;
  /** A value that it may have, as TOML writes it. */
  readonly example: string;
  /** Instead of `wanted`, where a key that must be given is not. */
  readonly missing?: string;
}

/** A key that may be left out: it then has its default, or null. */
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

/** A key that must be given. */
export const requiredKey = <T extends z.ZodType>({ wanted, schema }: Kind<T>, text: KeyText): T =>
  describe(schema.clone() as T, { form: "value", wanted, ...text });

/** TOML's dates are objects, too. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** TOML has no null: no schema takes it. */
const tableOrNull = (value: unknown): unknown => (isTable(value) ? value : null);

/** Its message for unknown keys lists those that there are. */
export const strictFields = <F extends Fields>(fields: F) =>
  z.strictObject(fields, {
    error: ({ code }) => (code === "unrecognized_keys" ? Object.keys(fields).join(", ") : undefined),
  });

type Values<F extends Fields> = z.output<ReturnType<typeof strictFields<F>>>;

/** `[limits]`: snake_case in the file, camelCase in the code. Every key has its default when the table is not there. */
export const table = <F extends Fields>(fields: F) =>
  tableAs(fields, camelKeys as (values: Values<F>) => CamelKeys<Values<F>>);

/** A table whose values the code wants in another form. */
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
  /** The key that decides, and its value where it is left out. */
  readonly by: string;
  readonly usual: string;
  readonly options: Readonly<Record<string, Fields>>;
  readonly schemas: O;
}

/** A table whose keys depend on one of them; each option's fields begin with that key. */
export const variants = <O extends readonly [Option, ...Option[]]>({ by, usual, options, schemas }: Variants<O>) =>
  describe(
    z.preprocess(
      (value) => (isTable(value) ? { [by]: usual, ...value } : null),
      z.discriminatedUnion(by, schemas as unknown as [O[number], ...O[number][]]),
    ),
    { form: "variants", by, options },
  );
