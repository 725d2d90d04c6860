// The OpenAPI document: the operations with their bodies, queries, answers and problems.
import * as z from "zod";
import { API, JSON_TYPE, NDJSON, type Operation, operations, problems, SSE } from "../../src/protocol/index.ts";
import { problemDocument } from "../../src/protocol/schemas/problem.ts";
import { Definitions, type Schema } from "./json-schema.ts";

const PROBLEM = "application/problem+json";

export function openapi(table: Readonly<Record<string, Operation>> = operations): Schema {
  const definitions = new Definitions("#/components/schemas/");
  definitions.of(problemDocument);
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, operation] of Object.entries(table)) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = {
      operationId: name,
      summary: operation.summary,
      tags: [operation.about],
      "x-skein-access": operation.access,
      "x-skein-repeat": operation.repeat,
      ...parametersOf(operation),
      ...requestOf(operation, definitions),
      responses: { ...answersOf(operation, definitions), ...problemsOf(operation) },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Skein",
      version: API,
      description:
        "The API of the Skein daemon. Commands carry an `id` (a UUID that their sender makes): sent again, they are answered again and done once. Fields of answers that a client does not know are to be passed over; fields of requests that the daemon does not know are refused.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: definitions.all(), responses: problemResponses() },
  };
}

function parametersOf({ path, query }: Operation): Schema {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, parameter]) => {
    const { description, ...schema } = z.globalRegistry.get(parameter) ?? {};
    return { name, in: "query", description, schema };
  });
  const parameters = [...inPath, ...inQuery];
  return parameters.length > 0 ? { parameters } : {};
}

function requestOf({ body, takes }: Operation, definitions: Definitions): Schema {
  if (takes !== undefined) return { requestBody: { required: true, content: { [takes]: {} } } };
  return body ? { requestBody: { required: true, content: { [JSON_TYPE]: { schema: definitions.of(body) } } } } : {};
}

function answersOf({ answer, gives = [JSON_TYPE], status = 200 }: Operation, definitions: Definitions): Schema {
  const schema = definitions.of(answer);
  const content = Object.fromEntries(
    gives.map((media) => [media, media === NDJSON || media === SSE ? {} : { schema }]),
  );
  return Object.fromEntries([status].flat().map((one) => [one, { description: "Done.", content }]));
}

/** A read can't meet all of them; which command meets which depends on the state of things. */
const READ_STATUSES = [400, 404, 409, 500, 507];

function problemsOf({ method, path }: Operation): Schema {
  if (!path.startsWith("/v1")) return { 507: { $ref: "#/components/responses/507" } };
  const met = [...byStatus().keys()].filter((status) => method !== "GET" || READ_STATUSES.includes(status));
  return Object.fromEntries(met.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

function problemResponses(): Schema {
  const responses = [...byStatus()].map(([status, codes]) => {
    const schema = { allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { code: { enum: codes } } }] };
    const description = codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(" ");
    return [status, { description, content: { [PROBLEM]: { schema } } }];
  });
  return Object.fromEntries(responses);
}

function byStatus(): Map<number, (keyof typeof problems)[]> {
  return Map.groupBy(Object.keys(problems) as (keyof typeof problems)[], (code) => problems[code].status);
}
