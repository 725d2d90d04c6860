// What the record may keep of a request's headers, and what they say of key and conversation.
import type { IncomingMessage } from "node:http";

const secret = /^(authorization|proxy-authorization|cookie|x-api-key|x-goog-api-key)$/;

/** Ids of conversations, as agents send them. */
const conversation = ["x-claude-code-session-id", "session-id", "session_id", "x-session-id", "x-session-affinity"];

export function withoutSecrets({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.test(name) ? "(secret)" : String(value)]),
  );
}

export function hasKey({ headers, url }: IncomingMessage, key: string): boolean {
  const bearer = /^Bearer (.*)$/i.exec(headers.authorization ?? "")?.[1];
  const parameter = new URL(url ?? "/", "http://model").searchParams.get("key");
  return [headers["x-api-key"], headers["x-goog-api-key"], bearer, parameter].includes(key);
}

export function conversationOf({ headers }: IncomingMessage): string | null {
  const name = conversation.find((one) => typeof headers[one] === "string");
  return name === undefined ? null : String(headers[name]);
}
