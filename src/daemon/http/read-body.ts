// Parses the body of a request as JSON with its operation's schema. Unknown fields are refused: a typo must not be ignored silently.
import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { byteSize } from "../../core/index.ts";
import { limits } from "../../protocol/index.ts";
import { messageOf } from "../../system/index.ts";
import { Refusal } from "../refusal.ts";

export async function readBody(request: IncomingMessage, schema: z.ZodType): Promise<Record<string, unknown>> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new Refusal(
      "unsupported_media",
      `The content type of the body is "${type || "nothing"}"; send application/json.`,
    );
  const parsed = schema.safeParse(parseJson(await readText(request)));
  if (!parsed.success) throw badBody(parsed.error);
  return parsed.data as Record<string, unknown>;
}

/** The bytes of a body. A reader that stops early can still send an answer. */
export const bytesOf = (request: IncomingMessage): AsyncIterable<Uint8Array> =>
  request.iterator({ destroyOnReturn: false });

/** Reads no more than the limit, whatever length the request declares. */
async function readText(request: IncomingMessage): Promise<string> {
  const tooLarge = (): Refusal => {
    const most = byteSize(limits.bodyBytes);
    return new Refusal("too_large", `A request can have at most ${most}.`, { limit: limits.bodyBytes });
  };
  if (Number(request.headers["content-length"] ?? 0) > limits.bodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesOf(request)) {
    size += chunk.length;
    if (size > limits.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return utf8In(Buffer.concat(chunks));
}
/** Invalid UTF-8 is refused, never replaced by other characters. */
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
    throw new Refusal("invalid_body", `The body is not JSON: ${messageOf(error)}`);
  }
}

function badBody(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  const where = issue?.path.join(".") || "the body";
  if (issue?.code === "unrecognized_keys")
    return new Refusal("unknown_field", `Unknown field: ${issue.keys.join(", ")}.`, { fields: issue.keys });
  if (where === "id") return new Refusal("id_required", "A command needs an `id`: a UUID that the sender creates.");
  return new Refusal("invalid_body", `${where}: ${issue?.message ?? "not valid"}`);
}
