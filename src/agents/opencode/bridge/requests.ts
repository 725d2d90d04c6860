// A request is a line `{id, method, path, body}`, and its response a line `{id, status, body}`. Status 0: there was no response. With `pluck`,
// only that field of each item of a list is returned, to keep lines short.
import { text } from "node:stream/consumers";
import { messageOf } from "../../../system/index.ts";
import { type Address, send } from "./http.ts";

interface Request {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The path of a field: `info.id`. */
  readonly pluck?: string;
}

/** Copying a long conversation takes a while. */
const TIMEOUT_MS = 300_000;

export function readRequest(line: string): Request | null {
  try {
    const { id, method, path, body, pluck } = JSON.parse(line);
    if ([id, method, path].some((one) => typeof one !== "string")) return null;
    return { id, method, path, body, ...(typeof pluck === "string" ? { pluck } : {}) };
  } catch {
    return null;
  }
}

export async function perform(address: Address, { id, method, path, body, pluck }: Request): Promise<string> {
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await send(address, { method, path, ...sent, timeoutMs: TIMEOUT_MS });
    const said = parsed(await text(answer));
    const told = pluck !== undefined && Array.isArray(said) ? said.map((item) => fieldOf(item, pluck)) : said;
    return JSON.stringify({ id, status: answer.statusCode ?? 0, body: told });
  } catch (error) {
    return JSON.stringify({ id, status: 0, body: messageOf(error) });
  }
}

function parsed(body: string): unknown {
  if (body === "") return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const fieldOf = (item: unknown, way: string): unknown =>
  way
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], item) ?? null;
