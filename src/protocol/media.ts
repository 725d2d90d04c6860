// The media types of requests and answers, and the header of a browser's key.

export const JSON_TYPE = "application/json";
export const NDJSON = "application/x-ndjson";
export const SSE = "text/event-stream";
export const TEXT = "text/plain";
export const BYTES = "application/octet-stream";

/** The header in which a browser sends its key, beside its cookie. */
export const KEY_HEADER = "skein-key";
