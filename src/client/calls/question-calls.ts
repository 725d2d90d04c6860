// What agents ask people, the answers, and the rules that answer in their place.
import type {
  AddedRule,
  CommandAnswer,
  InboxAnswer,
  ListedSession,
  PastPermission,
  PermissionDetail,
  PolicyAnswer,
  PolicyTest,
} from "../../protocol/index.ts";
import { plainProcess } from "../host-environment.ts";
import type { CommandInput } from "../wire.ts";
import { PromptCalls } from "./prompt-calls.ts";

export class QuestionCalls extends PromptCalls {
  /** Everything that waits for a person, oldest first. */
  inbox(): Promise<InboxAnswer> {
    return this.wire.get("permissions", {});
  }

  /** A question with the rule that would answer it from now on; of one that is closed, what became of it. */
  permission(session: string, permission: string): Promise<PermissionDetail | PastPermission> {
    return this.wire.get("permission", { params: { session, permission } });
  }

  /** Each time that somebody is asked something or is no longer, in whichever session; the first time at once. */
  async *questionsChange(signal: AbortSignal): AsyncGenerator<void, void> {
    const { wait } = this.wire.connection;
    // Most commands have no use for a list that stays.
    const { SessionListView } = await import("../session-list.ts");
    const list = await SessionListView.open(
      { client: this, environment: plainProcess, wait, givesUp: true },
      { status: "waiting", archived: "also" },
    );
    // A session that asks something waits, and its row changes with each question that comes or goes. Who waits to be read asks nothing.
    let asking: ReadonlySet<ListedSession> | null = null;
    try {
      for await (const _ of list.changes(signal)) {
        const before: ReadonlySet<ListedSession> | null = asking;
        asking = new Set(list.sessions.filter(({ reason }) => reason.code === "permission"));
        if (before?.size !== asking.size || [...asking].some((row) => !before.has(row))) yield;
      }
    } finally {
      list.close();
    }
  }

  answer(session: string, permission: string, body: CommandInput<"answer">): Promise<CommandAnswer> {
    return this.wire.command("answer", body, { session, permission });
  }

  /** The rules that hold in a directory. */
  policy(cwd: string): Promise<PolicyAnswer> {
    return this.wire.get("policy", { query: { cwd } });
  }

  /** What today's rules would have said to everything that was asked in a session. */
  testPolicy(session: string): Promise<PolicyTest> {
    return this.wire.command("testPolicy", { session });
  }

  /** Adds a rule to the file of the session's workspace. */
  addRule(session: string, rule: string): Promise<AddedRule> {
    return this.wire.command("addRule", { session, rule });
  }
}
