// Makes one sentence for people out of a JSON-RPC error, whose message is often vague, or a whole document of the model's provider.
import { inOneLine } from "../in-one-line.ts";
import { innerMessage } from "../inner-message.ts";
import type { RpcError } from "../json-rpc.ts";

/** The clearest part of the message, in one line. Never empty. */
export function explainError({ code, message, data }: RpcError): string {
  const said = innerMessage(message.replace(/^Internal error: /, "")).trim();
  const detail = detailIn(data)?.trim();
  const clear = detail && isVague(said) ? innerMessage(detail) : said;
  return inOneLine(clear) || `error ${code}`;
}

const isVague = (message: string): boolean => /^(internal error|invalid (params|request)|)\.?$/i.test(message);

function detailIn(data: unknown): string | null {
  if (typeof data === "string") return data;
  if (typeof data !== "object" || data === null) return null;
  const { details, message } = data as Record<string, unknown>;
  return [details, message].find((one) => typeof one === "string") ?? null;
}
