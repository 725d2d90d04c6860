// Extracts the message of a model's provider from the JSON documents in which programs wrap it. Shared by drivers.
const MAX_DEPTH = 4;

/** `{"error":{"message":"{\"error\":{\"message\":\"…\"}}"}}` → `…`; any other text stays as it is. */
export function innerMessage(text: string, depth = MAX_DEPTH): string {
  if (depth === 0 || !text.trimStart().startsWith("{")) return text;
  try {
    const document = JSON.parse(text);
    const inner = document.error?.message ?? document.message;
    return typeof inner === "string" ? innerMessage(inner, depth - 1) : text;
  } catch {
    return text;
  }
}
