import { describeOneShot, linesOf } from "./one-shot.ts";

const common = ["run", "--format", "json", "--auto"];

describeOneShot({
  agent: "opencode",
  first: () => common,
  resume: (id) => [...common, "-s", id],
  idOf: (lines) => String(lines[0]!.sessionID),
  textOf: (lines) =>
    linesOf<{ part: { text: string } }>(lines, "text")
      .map(({ part }) => part.text)
      .join(""),
  errorOf: (lines) => linesOf<{ error: { data: { message: string } } }>(lines, "error")[0]?.error.data.message ?? null,
  failures: {
    401: { exit: 1, requests: 1, says: /scripted error 401/ },
    500: { exit: 1, requests: 6, says: /scripted error 500/ },
  },
});
