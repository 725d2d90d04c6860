// The OpenAPI document: the route table with its bodies, queries, answers and problems.
import {
  API,
  bodies,
  NDJSON,
  type Parameter,
  problems,
  queries,
  type RouteName,
  routes,
  SSE,
} from "../../src/protocol/index.ts";
import type { Types } from "./read-types.ts";
import { type Schema, TypeSchemas } from "./type-schema.ts";
import { zodSchema } from "./zod-schema.ts";

const JSON_TYPE = "application/json";
const PROBLEM = "application/problem+json";
const BYTES = "application/octet-stream";

/** Where success is not 200. */
const statuses: Partial<Record<RouteName, readonly number[]>> = {
  create: [201],
  fork: [201],
  clear: [201],
  attach: [200, 201],
  backup: [201],
  upload: [201],
  drain: [202],
};

/** Where the answer is not JSON, or not only. */
const forms: Partial<Record<RouteName, readonly string[]>> = {
  health: ["text/plain"],
  ready: ["text/plain"],
  blob: [BYTES],
  sessions: [JSON_TYPE, NDJSON],
  events: [JSON_TYPE, NDJSON, SSE],
  allEvents: [JSON_TYPE, NDJSON, SSE],
};

const parameterSchemas = {
  string: { type: "string" },
  cursor: { type: "integer", minimum: 0 },
  count: { type: "integer", minimum: 1 },
  flag: { type: "integer", enum: [0, 1] },
} as const;

/** Where the request is not JSON. */
const rawBodies: Partial<Record<RouteName, string>> = { upload: BYTES, importSession: NDJSON };

export function openapi(types: Types): Schema {
  const { checker } = types;
  const exported = types.exportsOf("src/protocol/answers/index.ts").get("Answers");
  if (!exported) throw new Error("src/protocol/answers/index.ts exports no Answers any more.");
  const answers = checker.getDeclaredTypeOfSymbol(exported);
  const schemas = new TypeSchemas(types, "#/components/schemas/");
  const problem = types.exportsOf("src/protocol/problem.ts").get("Problem");
  if (!problem) throw new Error("src/protocol/problem.ts exports no Problem any more.");
  schemas.of(checker.getDeclaredTypeOfSymbol(problem));

  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, { method, path }] of Object.entries(routes) as [RouteName, (typeof routes)[RouteName]][]) {
    const answer = checker.getPropertyOfType(answers, name);
    const type = answer && checker.getTypeOfSymbol(answer);
    if (!answer || !type) throw new Error(`Say in src/protocol/answers/index.ts what the route "${name}" answers.`);
    const media = forms[name] ?? [JSON_TYPE];
    const schema = media.includes(BYTES) ? {} : schemas.of(type);
    const content = Object.fromEntries(media.map((one) => [one, one === NDJSON || one === SSE ? {} : { schema }]));
    const good = (statuses[name] ?? [200]).map((status) => [status, { description: "Done.", content }]);
    const open = path.replace(/:(\w+)/g, "{$1}");
    paths[open] ??= {};
    paths[open][method.toLowerCase()] = {
      operationId: name,
      summary: answer.getDocumentationComment(checker).trim(),
      ...parametersOf(name, path),
      ...requestOf(types, name),
      responses: { ...Object.fromEntries(good), ...problemsOf(method, path) },
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
    components: { schemas: sorted(schemas.definitions), responses: problemResponses() },
  };
}

function parametersOf(name: RouteName, path: string): Schema {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query: Readonly<Record<string, Parameter>> = name in queries ? queries[name as keyof typeof queries] : {};
  const inQuery = Object.entries(query).map(([parameter, { type, text }]) => ({
    name: parameter,
    in: "query",
    description: text,
    schema: parameterSchemas[type],
  }));
  const parameters = [...inPath, ...inQuery];
  return parameters.length > 0 ? { parameters } : {};
}

function requestOf(types: Types, name: RouteName): Schema {
  const raw = rawBodies[name];
  if (raw !== undefined) return { requestBody: { required: true, content: { [raw]: {} } } };
  if (routes[name].method === "GET") return {};
  if (!(name in bodies)) throw new Error(`Say in src/protocol/bodies.ts what the body of "${name}" is.`);
  const { checker } = types;
  const table = types.exportsOf("src/protocol/bodies.ts").get("Bodies");
  const all = table && checker.getDeclaredTypeOfSymbol(table);
  const symbol = all && checker.getPropertyOfType(all, name);
  const type = symbol && checker.getTypeOfSymbol(symbol);
  const schema = zodSchema(types, bodies[name as keyof typeof bodies], type);
  return { requestBody: { required: true, content: { [JSON_TYPE]: { schema } } } };
}

/** A read can't meet all of them; which command meets which depends on the state of things. */
const READ_STATUSES = [400, 404, 409, 500, 507];

function problemsOf(method: string, path: string): Schema {
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

const sorted = (definitions: Readonly<Record<string, Schema>>): Schema =>
  Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)));
