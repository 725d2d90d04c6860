// JSON-RPC 2.0, one message per line: parsing and writing. The "jsonrpc" member is written but not required, because some agents omit it.

export type RpcId = string | number;

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

export type RpcMessage =
  | { kind: "request"; id: RpcId; method: string; params: unknown }
  | { kind: "notification"; method: string; params: unknown }
  /** A request with an id that can't be repeated in a response. */
  | { kind: "unanswerable"; method: string; params: unknown }
  | { kind: "result"; id: RpcId; result: unknown }
  /** No id: the other side could not read the request. */
  | { kind: "error"; id: RpcId | null; error: RpcError };

const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const REQUEST_CANCELLED = -32800;

/** The parsed line, or null if it has no meaning. Never throws. */
export function parseRpcLine(line: string): RpcMessage | null {
  const value = parseJson(line);
  if (!isObject(value)) return null;
  const id = isId(value.id) ? value.id : null;
  if (typeof value.method === "string") {
    const { method } = value;
    const params = mayBeInexact.test(line) ? exactParams(line, value.params) : value.params;
    if (id !== null) return { kind: "request", id, method, params };
    return { kind: value.id === undefined ? "notification" : "unanswerable", method, params };
  }
  if (id === null && typeof value.id === "number") return null;
  if (isError(value.error)) return { kind: "error", id, error: value.error };
  return id !== null && "result" in value ? { kind: "result", id, result: value.result } : null;
}

export const rpcRequest = (request: { id: RpcId; method: string; params: unknown }): string => toLine(request);

export const rpcNotification = (notification: { method: string; params: unknown }): string => toLine(notification);

export const rpcResult = (answer: { id: RpcId; result: unknown }): string => toLine(answer);

export const rpcError = (answer: { id: RpcId; error: RpcError }): string => toLine(answer);

/** The protocol's response to a request whose id can't be read. */
export const rpcUnnamedError = (message: string): string =>
  toLine({ id: null, error: { code: INVALID_REQUEST, message } });

const toLine = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** A number with this many digits, or with an exponent, may not be parsed exactly. */
const mayBeInexact = /\d{16}|\d[eE]/;

interface Source {
  source?: string;
}

/** Keeps numbers that can't be parsed exactly as they were written: people see them, and they are compared. */
function exactParams(line: string, params: unknown): unknown {
  const exactly = (_name: string, value: unknown, { source }: Source = {}): unknown =>
    typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? (source ?? value) : value;
  try {
    return (JSON.parse(line, exactly) as { params?: unknown }).params;
  } catch {
    // Too deeply nested to be traversed.
    return params;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Other numbers are not parsed exactly (2⁵³ + 1, 1e999), and a response could not name them. */
const isId = (value: unknown): value is RpcId => typeof value === "string" || Number.isSafeInteger(value);

const isError = (value: unknown): value is RpcError =>
  isObject(value) && typeof value.code === "number" && typeof value.message === "string";
