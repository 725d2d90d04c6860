// Converts keys from TOML's form to TypeScript's: `turn_minutes` becomes `turnMinutes`.

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

export type CamelKeys<T> = { readonly [K in keyof T as K extends string ? Camel<K> : never]: T[K] };

export const camelKeys = <T extends object>(values: T): CamelKeys<T> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelKeys<T>;
