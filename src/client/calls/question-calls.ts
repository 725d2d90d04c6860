// What agents ask people, the answers, and the rules that answer in their place.
import type {
  AddedRule,
  CommandAnswer,
  InboxAnswer,
  PastPermission,
  PermissionDetail,
  PolicyAnswer,
  PolicyTest,
} from "../../protocol/index.ts";
import type { SessionsQuery } from "../session-filter.ts";
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
    // A session that asks something waits, and its row changes with each question that comes or goes.
    const waiting = (): SessionsQuery => ({ shelf: "all", status: "waiting" });
    let isCaughtUp = false;
    const asking = new Set<string>();
    for await (const item of this.followRows(waiting, { after: 0, signal })) {
      if (item.kind === "frame") {
        // After a hello from the beginning the whole list comes again; whoever looks at its end has seen all of it.
        if (item.frame.frame === "hello" && item.frame.after === 0) isCaughtUp = false;
        if (item.frame.frame !== "caught_up") continue;
        isCaughtUp = true;
        yield;
        continue;
      }
      // Who waits to be read asks nothing.
      const { change } = item;
      const id = "row" in change ? change.row.id : change.removed;
      const wasAsking = asking.delete(id);
      const isAsking = "row" in change && change.row.reason.code === "permission";
      if (isAsking) asking.add(id);
      if (isCaughtUp && (isAsking || wasAsking)) yield;
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
