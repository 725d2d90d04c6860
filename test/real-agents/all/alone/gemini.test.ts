import { describeOneShot, linesOf } from "./one-shot.ts";

const common = ["-o", "stream-json", "--approval-mode", "yolo"];

describeOneShot({
  agent: "gemini",
  first: (id) => [...common, "--session-id", id],
  resume: (id) => [...common, "--resume", id],
  textOf: (lines) =>
    linesOf<{ role: string; content: string }>(lines, "message")
      .filter(({ role }) => role === "assistant")
      .map(({ content }) => content)
      .join(""),
  errorOf: (lines) => linesOf<{ error?: { message: string } }>(lines, "result").at(-1)!.error?.message ?? null,
  failures: {
    // The exit code is the HTTP status, as far as it fits into a byte.
    401: { exit: 401 % 256, requests: 1, says: /scripted error 401/ },
    500: { exit: 500 % 256, requests: 2, says: /scripted error 500/ },
  },
});
