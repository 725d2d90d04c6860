import { describeOneShot, linesOf } from "./one-shot.ts";

interface Said {
  message: { content: { type: string; text?: string }[] };
}

interface Result {
  is_error: boolean;
  api_error_status?: number;
  result: string;
}

const common = ["-p", "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"];

describeOneShot({
  agent: "claude",
  first: (id) => [...common, "--session-id", id],
  resume: (id) => [...common, "--resume", id],
  textOf: (lines) =>
    linesOf<Said>(lines, "assistant")
      .flatMap(({ message }) => message.content.map(({ text }) => text ?? ""))
      .join(""),
  errorOf(lines) {
    const { is_error: isError, api_error_status: status, result } = linesOf<Result>(lines, "result").at(-1)!;
    return isError ? `${status} ${result}` : null;
  },
  failures: {
    401: { exit: 1, requests: 2, says: /^401 .*scripted error 401/ },
    500: { exit: 1, requests: 2, says: /^500 API Error: 500 scripted error 500/ },
  },
});
