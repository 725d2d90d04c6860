// The tables of docs/protocol.md: routes as the OpenAPI document has them, features, and every problem.
import {
  type problems as allProblems,
  featureNames,
  featureOfRoute,
  features,
  queries,
  type RouteName,
} from "../../src/protocol/index.ts";
import { table } from "./markdown.ts";

type Operations = Readonly<Record<string, Readonly<Record<string, { operationId: string; summary: string }>>>>;

export const routeTable = (paths: Operations): string =>
  table(
    ["route", "what", "query", "feature"],
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, summary }]) => [
        `\`${method.toUpperCase()} ${path}\``,
        summary.replaceAll("\n", " "),
        queryOf(operationId),
        featureOfRoute[operationId as RouteName] ?? "",
      ]),
    ),
  );

function queryOf(route: string): string {
  const parameters = route in queries ? queries[route as keyof typeof queries] : {};
  return Object.keys(parameters)
    .map((name) => `\`${name}\``)
    .join(" ");
}

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
