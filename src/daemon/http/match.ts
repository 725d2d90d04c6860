// Finds the operation that a request's method and path name.
import type { Operation } from "../../protocol/index.ts";

export interface Match<Name extends string> {
  readonly name: Name;
  readonly params: Readonly<Record<string, string>>;
}

export type Matcher<Name extends string> = (method: string, path: string) => Match<Name> | null;

interface Pattern<Name> {
  readonly name: Name;
  readonly segments: readonly string[];
}

/** Operations with the same number of segments are tried in order: there are few. */
export function matcher<Name extends string>(
  operations: Readonly<Record<Name, Pick<Operation, "method" | "path">>>,
): Matcher<Name> {
  const patterns = Object.entries<Pick<Operation, "method" | "path">>(operations).map(([name, { method, path }]) => {
    const segments = path.split("/");
    return { name: name as Name, segments, key: `${method} ${segments.length}` };
  });
  const byKey = Map.groupBy<string, Pattern<Name> & { key: string }>(patterns, ({ key }) => key);
  return (method, path) => {
    const segments = path.split("/");
    // HEAD gets the headers of the GET.
    const candidates = byKey.get(`${method === "HEAD" ? "GET" : method} ${segments.length}`) ?? [];
    for (const { name, segments: pattern } of candidates) {
      const params = paramsOf(pattern, segments);
      if (params) return { name, params };
    }
    return null;
  };
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index] ?? "";
    if (!expected.startsWith(":")) {
      if (given !== expected) return null;
    } else if (given === "") return null;
    else params[expected.slice(1)] = decoded(given);
  }
  return params;
}

/** A segment with invalid encoding is taken literally: nothing has such a name. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
