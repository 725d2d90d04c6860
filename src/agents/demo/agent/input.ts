// stdin as messages, one per line.
import { TextLines } from "../../../core/text/line-splitter.ts";
import type { AgentMessage, PromptFile } from "../protocol.ts";

interface Listener {
  take(message: AgentMessage): void;
  /** A line that is no message. */
  complain(text: string): void;
  end(): void;
}

export function onMessages(stream: NodeJS.ReadStream, { take, complain, end }: Listener): void {
  const lines = new TextLines();
  stream.on("data", (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      if (line.trim() === "") continue;
      const message = parseMessage(line);
      if (message) take(message);
      else complain(`I could not read this message: ${line.slice(0, 200)}`);
    }
  });
  stream.on("end", end);
}

const isFile = (value: Partial<PromptFile> | null): value is PromptFile =>
  [value?.name, value?.mediaType, value?.path].every((field) => typeof field === "string");

function parseMessage(line: string): AgentMessage | null {
  try {
    const { type, id, text, files, option, message, content } = JSON.parse(line);
    if (type === "interrupt" || type === "stop_tasks") return { type };
    if (typeof id !== "string") return null;
    if ((type === "prompt" || type === "steer") && typeof text === "string")
      return { type, id, text, ...(Array.isArray(files) ? { files: files.filter(isFile) } : {}) };
    if (type !== "answer" || typeof option !== "string") return null;
    const isFilled = typeof content === "object" && content !== null;
    return { type, id, option, ...(typeof message === "string" ? { message } : {}), ...(isFilled ? { content } : {}) };
  } catch {
    return null;
  }
}
