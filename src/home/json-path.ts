// A path to values in a tool's JSON, as users write it in config.toml: `session.id`, `items[-1].text`, `[type=result].text`.

export type JsonPathStep =
  | { readonly name: string }
  /** Negative: counted from the end. */
  | { readonly index: number }
  /** Selects objects with this value: those in a list, or the object itself. */
  | { readonly key: string; readonly equals: string };

export type JsonPath = readonly JsonPathStep[];

const step = /(?:^|\.)([^.[\]]+)|\[(-?\d+)\]|\[([^=[\]]+)=([^[\]]*)\]/y;

/** Null if it is invalid. A leading `.` or `$.`, as other programs require, is allowed. */
export function parseJsonPath(text: string): JsonPath | null {
  const path = text.trim().replace(/^\$?\.?/, "");
  const steps: JsonPathStep[] = [];
  let end = 0;
  while (end < path.length) {
    step.lastIndex = end;
    const found = step.exec(path);
    if (!found) return null;
    const [, name, index, key, equals = ""] = found;
    if (name !== undefined) steps.push({ name });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (key !== undefined) steps.push({ key, equals });
    end = step.lastIndex;
  }
  return steps.length > 0 ? steps : null;
}
