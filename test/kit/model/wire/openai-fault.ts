// Errors as OpenAI says them, in both of its formats.
import { type Fault, type Refusal, retryAfter } from "./wire.ts";

const kinds: Readonly<Record<number, { type: string; code: string | null }>> = {
  400: { type: "invalid_request_error", code: null },
  401: { type: "invalid_request_error", code: "invalid_api_key" },
  404: { type: "invalid_request_error", code: "model_not_found" },
  429: { type: "requests", code: "rate_limit_exceeded" },
  503: { type: "service_unavailable_error", code: "server_is_overloaded" },
};

export function openaiError(fault: Fault): { message: string; type: string; code: string | null } {
  return { message: fault.message, ...(kinds[statusOf(fault)] ?? { type: "server_error", code: "server_error" }) };
}

export function openaiRefusal(fault: Fault): Refusal {
  return {
    status: statusOf(fault),
    headers: retryAfter(fault),
    body: { error: { ...openaiError(fault), param: null } },
  };
}

const statusOf = ({ status }: Fault): number => (status === "overloaded" ? 503 : status);
