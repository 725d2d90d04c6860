// The matrix as data: for each way in which an agent was run, what was seen. Pure.
import { apart, type Feature, featureNames } from "./feature.ts";
import type { Sighting, Way } from "./saw.ts";

/** Feature → values that were seen, in order; what was not seen is not there. */
export type Seen = Partial<Record<Feature, string[]>>;

/** Agent → version, and transport → what was seen. */
export type Matrix = Record<string, { version: string; ways: Record<string, Seen> }>;

/** What one run of tests tells of one way. */
export interface Report {
  readonly way: Way;
  readonly version: string;
  readonly seen: Seen;
  /** Nothing was left out: what was not seen is not there. */
  readonly isWhole: boolean;
  /** The same for what a suite of its own shows. */
  readonly isApartWhole: boolean;
}

export function seenIn(sightings: readonly Sighting[]): Seen {
  const seen: Seen = {};
  for (const feature of featureNames) {
    const values = sightings.flatMap((one) => (one.feature === feature ? [one.value] : []));
    if (values.length > 0) seen[feature] = [...new Set(values)].sort();
  }
  return seen;
}

/** In what a run differs from the matrix, in sentences. What did not run does not differ. */
export function differences(matrix: Matrix, { way, version, seen, isWhole, isApartWhole }: Report): string[] {
  const { agent, transport } = way;
  const recorded = matrix[agent];
  if (recorded && recorded.version !== version)
    return [`${agent}: the matrix is of version ${recorded.version}, and ${version} was run`];
  // Of a way that was never run as a whole the matrix says nothing, so a part of it contradicts nothing.
  if (recorded && !recorded.ways[transport] && !isWhole) return [];
  const told = recorded?.ways[transport] ?? {};
  const judged = featureNames.filter((feature) => (feature === apart ? isApartWhole : isWhole));
  return judged.flatMap((feature) => {
    const [is, was] = [seen[feature] ?? [], told[feature] ?? []];
    const more = is.filter((value) => !was.includes(value));
    const less = was.filter((value) => !is.includes(value));
    const say = (what: string, values: string[]) =>
      values.length > 0 ? [`${agent} (${transport}): ${feature} ${values.join(", ")} ${what}`] : [];
    return [...say("was seen, and is not in the matrix", more), ...say("is in the matrix, and was not seen", less)];
  });
}

/** The matrix with what a run has seen in place of what it said of that. A way that was never run as a whole is not told of. */
export function withReport(matrix: Matrix, { way, version, seen, isWhole, isApartWhole }: Report): Matrix {
  const { agent, transport } = way;
  const ways = matrix[agent]?.version === version ? matrix[agent].ways : {};
  const told = ways[transport];
  if (!told && !isWhole) return matrix;
  const next: Seen = {};
  for (const feature of featureNames) {
    const values = (feature === apart ? isApartWhole : isWhole) ? seen[feature] : told?.[feature];
    if (values) next[feature] = values;
  }
  return { ...matrix, [agent]: { version, ways: { ...ways, [transport]: next } } };
}
