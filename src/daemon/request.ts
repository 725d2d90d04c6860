// Reading a request: bodies against their schema, and who is asking.
import { createHash } from "node:crypto";
import type { Context } from "hono";
import type * as z from "zod";
import type { By } from "../core/index.ts";
import { type BodyOf, bodies, type CommandRoute, limits } from "../protocol/index.ts";
import { Refusal } from "./answer.ts";

export async function readBody<R extends CommandRoute>(c: Context, route: R): Promise<BodyOf<R>> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new Refusal("unsupported_media", `The body came as "${type || "nothing"}"; send application/json.`);
  const value = parseJson(await readText(c));
  const parsed = bodies[route].safeParse(value);
  if (!parsed.success) throw badBody(parsed.error);
  return parsed.data as BodyOf<R>;
}

/** Reads no more than the limit, whatever the request says of its own length. */
async function readText(c: Context): Promise<string> {
  const tooLarge = (): Refusal => {
    const megabytes = limits.bodyBytes / 1024 / 1024;
    return new Refusal("too_large", `A request may have ${megabytes} MB at most.`, { limit: limits.bodyBytes });
  };
  if (Number(c.req.header("content-length") ?? 0) > limits.bodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length;
    if (size > limits.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return utf8In(Buffer.concat(chunks));
}

/** What is sent is kept as it is, or refused: nothing is put in the place of bytes that nobody can read. */
function utf8In(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal("invalid_body", "The body is not UTF-8.");
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Refusal("invalid_body", `The body is not JSON: ${(error as Error).message}`);
  }
}

function badBody(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  const where = issue?.path.join(".") || "the body";
  if (issue?.code === "unrecognized_keys")
    return new Refusal("unknown_field", `Unknown field: ${issue.keys.join(", ")}.`, { fields: issue.keys });
  if (where === "id") return new Refusal("id_required", "A command needs an `id`: a UUID that its sender makes.");
  return new Refusal("invalid_body", `${where}: ${issue?.message ?? "not valid"}`);
}

/** What tells a retry from another command under the same id. The environment may differ between retries. */
export function hashOf(route: string, session: string, body: Readonly<Record<string, unknown>>): string {
  const { env: _, ...rest } = body;
  return createHash("sha256")
    .update(JSON.stringify([route, session, rest]))
    .digest("hex");
}

/** On the Unix socket the caller is the socket's owner; the name is what the client calls itself. */
export function callerOf(c: Context): By {
  const name = c.req.header("skein-client")?.slice(0, 64);
  return { kind: "client", address: "unix", ...(name ? { name } : {}) };
}
