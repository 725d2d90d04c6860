// The values at a path in JSON.
import type { JsonPath } from "../../../home/index.ts";

type Step = JsonPath[number];

/** All of them: a list can contain several. Null does not count. */
export const valuesAt = (json: unknown, path: JsonPath): unknown[] =>
  path
    .reduce<unknown[]>((values, step) => values.flatMap((value) => take(value, step)), [json])
    .filter((value) => value !== null && value !== undefined);

function take(value: unknown, step: Step): unknown[] {
  if ("index" in step) return Array.isArray(value) ? [value.at(step.index)] : [];
  if ("name" in step) return isObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
  const candidates: unknown[] = Array.isArray(value) ? value : [value];
  return candidates.filter(
    (one) => isObject(one) && Object.hasOwn(one, step.key) && String(one[step.key]) === step.equals,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
