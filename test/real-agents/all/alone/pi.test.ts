import { describeOneShot, linesOf } from "./one-shot.ts";

interface Ended {
  message: { role: string; content: { type: string; text?: string }[]; errorMessage?: string };
}

const common = ["--mode", "json", "-p"];

describeOneShot({
  agent: "pi",
  first: (id) => [...common, "--session-id", id],
  resume: (id) => [...common, "--session", id],
  textOf: (lines) =>
    linesOf<Ended>(lines, "message_end")
      .filter(({ message }) => message.role === "assistant")
      .flatMap(({ message }) => message.content.map(({ text }) => text ?? ""))
      .join(""),
  errorOf: (lines) => linesOf<Ended>(lines, "message_end").at(-1)!.message.errorMessage ?? null,
  failures: {
    // It exits as if all were well.
    401: { exit: 0, requests: 1, says: /scripted error 401/ },
    500: { exit: 0, requests: 2, says: /scripted error 500/ },
  },
});
