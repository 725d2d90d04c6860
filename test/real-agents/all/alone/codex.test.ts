import { describeOneShot, linesOf } from "./one-shot.ts";

interface Completed {
  item: { type: string; text?: string };
}

const common = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];

describeOneShot({
  agent: "codex",
  first: () => ["exec", ...common, "-"],
  resume: (id) => ["exec", "resume", ...common, id, "-"],
  idOf: (lines) => linesOf<{ thread_id: string }>(lines, "thread.started")[0]!.thread_id,
  textOf: (lines) =>
    linesOf<Completed>(lines, "item.completed")
      .filter(({ item }) => item.type === "agent_message")
      .map(({ item }) => item.text)
      .join(""),
  errorOf: (lines) => linesOf<{ error: { message: string } }>(lines, "turn.failed")[0]?.error.message ?? null,
  failures: {
    401: { exit: 1, requests: 2, says: /401 Unauthorized: scripted error 401/ },
    // It has a sentence of its own for whatever the server says.
    500: { exit: 1, requests: 4, says: /high demand/ },
  },
});
