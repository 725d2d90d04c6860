// The media types of requests and answers.

export const JSON_TYPE = "application/json";
export const NDJSON = "application/x-ndjson";
export const SSE = "text/event-stream";
export const TEXT = "text/plain";
export const BYTES = "application/octet-stream";
