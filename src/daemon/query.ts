// The query of a request against what its route knows: each parameter once, and each number one that the log can be asked for.
import type { Context } from "hono";
import { type Parameter, type QueryOf, type QueryRoute, queries } from "../protocol/index.ts";
import { Refusal } from "./answer.ts";

export function readQuery<R extends QueryRoute>(c: Context, route: R): QueryOf<R> {
  const given = c.req.queries();
  const known: Readonly<Record<string, Parameter>> = queries[route];
  const read = Object.entries(known).flatMap(([name, { type }]) => {
    const [value, ...more] = Object.hasOwn(given, name) ? (given[name] ?? []) : [];
    if (more.length > 0) throw new Refusal("invalid_body", `${name} is given more than once; give it once.`);
    return value === undefined ? [] : [[name, readers[type](name, value)]];
  });
  return Object.fromEntries(read) as QueryOf<R>;
}

const readers = {
  string: (_: string, value: string): string => value,
  cursor: readCursor,
  count(name: string, value: string): number {
    const count = wholeNumber(value);
    if (count !== null && count > 0) return count;
    throw new Refusal("invalid_body", `${name} must be a whole number from 1 on, not ${quoted(value)}.`);
  },
  flag(name: string, value: string): boolean {
    if (value === "1" || value === "0") return value === "1";
    throw new Refusal("invalid_body", `${name} must be 1 or 0, not ${quoted(value)}.`);
  },
};

export function readCursor(name: string, value: string): number {
  const cursor = wholeNumber(value);
  if (cursor !== null) return cursor;
  throw new Refusal("invalid_cursor", `${name} must be a whole number, not ${quoted(value)}.`);
}

/** Of so few digits that no number is rounded. */
const wholeNumber = (text: string): number | null => (/^[0-9]{1,15}$/.test(text) ? Number(text) : null);

const SHOWN = 80;

const quoted = (value: string): string => `"${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}"`;
