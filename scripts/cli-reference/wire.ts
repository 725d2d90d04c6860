// The tables of docs/protocol.md: operations, features, and every problem.
import {
  type problems as allProblems,
  featureNames,
  features,
  type Operation,
  operations,
} from "../../src/protocol/index.ts";
import { table } from "./markdown.ts";

export const routeTable = (all: Readonly<Record<string, Operation>> = operations): string =>
  table(
    ["route", "what", "query", "access", "repeat", "feature"],
    Object.values(all).map(
      ({ method, path, summary, query, access, peopleOnly, peopleOnlyIf, repeat, feature = "" }) => [
        `\`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``,
        summary,
        Object.keys(query?.shape ?? {})
          .map((name) => `\`${name}\``)
          .join(" "),
        `${access}${peopleOnly === undefined ? (peopleOnlyIf ? ", partly people only" : "") : ", people only"}`,
        method === "GET" ? "" : repeat,
        feature,
      ],
    ),
  );

export const featureTable = (): string =>
  table(
    ["feature", "what"],
    featureNames.map((name) => [`\`${name}\``, features[name]]),
  );

export const problemTable = (problems: typeof allProblems): string =>
  table(
    ["status", "code", "says"],
    Object.entries(problems)
      .sort(([, one], [, other]) => one.status - other.status)
      .map(([code, { status, title }]) => [String(status), `\`${code}\``, title]),
  );
