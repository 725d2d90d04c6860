// Paths and ids: ways out of their place, encodings, and names that are none.
import { ask, get, type OddRequest, send } from "./odd-request.ts";

const noSession = "404 session_not_found";
const noRoute = "404 route_not_found";
const events = (id: string): string => get(`/v1/sessions/${id}/events`);
const uuid = { id: "UUID" };

export const sessionIds: readonly (readonly [string, string])[] = [
  ["undefined", "undefined"],
  ["null", "null"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["a quote and SQL", "'%20OR%201=1%20--"],
  ["a wildcard", "%25"],
  ["dots", "%2e%2e%2e"],
  ["a way out, encoded", "..%2f..%2fetc%2fpasswd"],
  ["a way out, encoded twice", "%252e%252e%252f"],
  ["a backslash", "..%5c..%5c"],
  ["NUL", "%00"],
  ["NUL behind a good one", "SESSION%00"],
  ["a line feed", "SESSION%0a"],
  ["a space", "SESSION%20"],
  ["bytes that are no UTF-8", "%ff%fe"],
  ["half an escape", "%"],
  ["an escape of no hex", "%zz"],
  ["a lone surrogate", "%ed%a0%80"],
  ["a right-to-left mark", "%e2%80%ae"],
  ["8,000 letters", "a".repeat(8000)],
  ["a hash sign", "%23"],
  ["its beginning", "00000000"],
];

export const paths: readonly OddRequest[] = [
  ["nothing", get("/"), noRoute],
  ["another version", get("/v2"), noRoute],
  ["a capital letter", get("/V1"), noRoute],
  ["a slash behind", get("/v1/"), noRoute],
  ["two slashes", get("//v1"), noRoute],
  ["two slashes inside", get("/v1//sessions"), noRoute],
  ["a parameter of the path", get("/v1;a=b"), noRoute],
  ["a way out", get("/v1/../../etc/passwd"), noRoute],
  ["a way out, encoded", get("/v1/%2e%2e/%2e%2e/etc/passwd"), noRoute],
  ["a way out, encoded with its slashes", get("/v1/..%2f..%2fetc%2fpasswd"), noRoute],
  ["a way out with backslashes", get("/v1/..\\..\\etc\\passwd"), "404 route_not_found"],
  ["a way within", get("/v1/sessions/../../healthz"), "404 route_not_found"],
  ["a question mark alone", get("/healthz?"), "200"],
  ["a fragment", get("/healthz#a"), "404 route_not_found"],
  ["a colon of the route table", get("/v1/sessions/:session"), noSession],
  ["a star", get("/v1/*"), noRoute],
  ["a hundred levels", get("/a".repeat(100)), noRoute],
  ["NUL", get("/v1%00"), noRoute],
  ["the OpenAPI document with another ending", get("/v1/openapi.json%00.html"), noRoute],
  ...sessionIds.map(([what, id]): OddRequest => [`a session that is ${what}`, events(id), noSession]),
  ...sessionIds.map(
    ([what, id]): OddRequest => [
      `a command for a session that is ${what}`,
      send(`POST /v1/sessions/${id}/stop`, uuid),
      noSession,
    ],
  ),
  ["a session in capitals", events("SESSION-IN-CAPITALS"), "200"],
  ["a prompt that never was", get("/v1/sessions/SESSION/prompts/none"), "404 prompt_not_found"],
  ["a prompt of another shape", get("/v1/sessions/SESSION/prompts/__proto__"), "404 prompt_not_found"],
  [
    "a prompt that never was, edited",
    send("PATCH /v1/sessions/SESSION/prompts/none", { ...uuid, held: true }),
    "404 prompt_not_found",
  ],
  [
    "a prompt that never was, withdrawn",
    send("DELETE /v1/sessions/SESSION/prompts/none", uuid),
    "404 prompt_not_found",
  ],
  ["a question that never was", get("/v1/sessions/SESSION/permissions/none"), "404 permission_not_found"],
  [
    "a question that never was, answered",
    send("POST /v1/sessions/SESSION/permissions/none/answer", { ...uuid, option: "yes" }),
    "404 permission_not_found",
  ],
  ["an agent that is none", get("/v1/agents/__proto__"), "422 agent_unknown"],
  ["an agent with a way out", get("/v1/agents/..%2f..%2f"), "422 agent_unknown"],
  ["a hash with a way out", get("/v1/blobs/..%2f..%2fskein.db"), "404 blob_not_found"],
  ["a hash of 63 digits", get(`/v1/blobs/${"a".repeat(63)}`), "404 blob_not_found"],
  ["a hash in capitals", get(`/v1/blobs/${"A".repeat(64)}`), "404 blob_not_found"],
  ["a hash with NUL", get(`/v1/blobs/${"a".repeat(63)}%00`), "404 blob_not_found"],
  ["an escape in the route itself", get("/v1/%73essions"), "404 route_not_found"],
  ["HEAD of a hash that is none", ask("HEAD /v1/blobs/x"), "404"],
];
