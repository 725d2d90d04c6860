// Sends a command as a request to the daemon.
import type { Client } from "../../src/client/index.ts";
import type { Intent } from "../../src/client/why.ts";
import type { CommandOf } from "../../src/core/index.ts";
import type { BodyOf } from "../../src/protocol/index.ts";

type Text = BodyOf<"prompt">["content"];
const textOf = (text: string): [{ type: "text"; text: string }] => [{ type: "text", text }];

function contentOf({ text, files = [] }: Pick<CommandOf<"prompt">, "text" | "files">): Text {
  const parts = files.map(({ name, mediaType, hash }) => ({ type: "file" as const, name, mediaType, hash }));
  return [...textOf(text), ...parts];
}

/** `id` is the prompt's. */
export async function askOverWire(client: Client, session: string, intent: Intent, id: string): Promise<unknown> {
  switch (intent.type) {
    case "prompt": {
      const { type: _, text, files, otherwise, before, ...how } = intent;
      const place = before === undefined ? {} : { place: { before } };
      return client.prompt(session, { id, content: contentOf({ text, files }), else: otherwise, ...place, ...how });
    }
    case "edit_prompt": {
      const { type: _, promptId, text, ...how } = intent;
      return client.editPrompt(session, promptId, { ...(text === undefined ? {} : { content: textOf(text) }), ...how });
    }
    case "withdraw_prompt":
      return client.withdrawPrompt(session, intent.promptId);
    case "queue": {
      const { type: _, order, ...change } = intent;
      return client.changeQueue(session, { ...change, ...(order ? { order: [...order] } : {}) } as BodyOf<"queue">);
    }
    case "interrupt": {
      const { type: _, ...how } = intent;
      return client.interrupt(session, how);
    }
    case "answer":
      return client.answer(session, intent.permission, { option: intent.option });
    case "stop":
      return client.stop(session, { expect: intent.expect });
    case "restart":
      return client.restart(session, { expect: intent.expect });
    case "archive":
      return client.archive(session, true, { force: intent.stop, expect: intent.expect });
    case "unarchive":
      return client.archive(session, false, { expect: intent.expect });
    case "trash":
      return client.trash(session, { force: intent.stop, expect: intent.expect });
    case "restore":
      return client.restore(session);
    case "select":
      return client.select(session);
    case "acknowledge":
      return client.acknowledge(session, intent.seq);
    case "arrange": {
      const { type: _, ...arrangement } = intent;
      return client.arrange(session, arrangement);
    }
    case "rename":
      return client.rename(session, intent.name);
    case "set_mode":
      return client.setMode(session, intent.mode);
    case "set_model":
      return client.setModel(session, intent.model);
    case "set_limits":
      return client.setLimits(session, { budgetUsd: intent.budgetUsd });
    default:
      return intent satisfies never;
  }
}
