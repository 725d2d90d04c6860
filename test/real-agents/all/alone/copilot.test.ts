import { describeOneShot, linesOf } from "./one-shot.ts";

const common = ["--output-format", "json", "--allow-all-tools"];

describeOneShot({
  agent: "copilot",
  first: (id) => [...common, "--session-id", id],
  resume: (id) => [...common, `--resume=${id}`],
  textOf: (lines) =>
    linesOf<{ data: { content: string } }>(lines, "assistant.message")
      .map(({ data }) => data.content)
      .join(""),
  errorOf(lines) {
    const { exitCode } = linesOf<{ exitCode: number }>(lines, "result").at(-1)!;
    const errors = linesOf<{ data: { message: string } }>(lines, "session.error");
    return exitCode === 0 ? null : errors.map(({ data }) => data.message).join("\n");
  },
  failures: {
    401: { exit: 1, requests: 3, says: /401/ },
    500: { exit: 1, requests: 6, says: /500/ },
  },
});
