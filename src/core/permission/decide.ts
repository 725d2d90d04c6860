import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { By } from "../event.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import type { PermissionOption } from "./events.ts";

/** The first answer wins; a later one learns who was first. */
export function decideAnswer(state: SessionState, command: CommandOf<"answer">, { by }: DecisionContext): Decision {
  const { permission: id, option, message, content, sessionRule, rule } = command;
  const open = state.permission.open.find((one) => one.id === id);
  if (!open) return refuseClosed(state, id);
  if (open.state === "answered") return alreadyAnswered({ ...open, seq: open.answeredSeq });
  const missing = open.form?.find(
    ({ id: field, isRequired }) => isRequired && isChosen(open.options, option) && content?.[field] === undefined,
  );
  if (missing) return reject("form_incomplete", `"${missing.label}" must be filled in.`, { field: missing.id });
  if (!open.options.some((one) => one.id === option)) {
    const allowed = open.options.map((one) => one.id);
    return reject("option_unknown", `"${option}" is not one of its options; choose one of: ${allowed.join(", ")}.`, {
      allowed,
    });
  }
  return {
    events: [
      {
        type: "permission",
        by,
        data: {
          ...{ id, state: "answered", option },
          ...(message === undefined ? {} : { message }),
          ...(content === undefined ? {} : { content }),
          ...(rule === undefined ? {} : { rule }),
        },
      },
      ...(sessionRule === undefined
        ? []
        : [{ type: "rule_added" as const, by, data: { rule: sessionRule, permission: id } }]),
    ],
    outcome: { state: "answered", permission: id, option },
  };
}

const isChosen = (options: readonly PermissionOption[], option: string): boolean =>
  options.some(({ id, kind }) => id === option && kind.startsWith("allow"));

function refuseClosed(state: SessionState, id: string): Decision {
  const closed = state.permission.closed.find((one) => one.id === id);
  if (!closed) return reject("permission_not_found", `No question "${id}" is open in this session.`);
  if (closed.state === "applied") return alreadyAnswered(closed);
  return reject("stale_permission", `The question is no longer open: ${closed.reason}.`, {
    seq: closed.seq,
  });
}

const alreadyAnswered = (answer: { option: string; by: By; seq: number }): Decision =>
  reject("already_answered", `It was answered "${answer.option}" by ${answer.by.name ?? answer.by.kind}.`, {
    option: answer.option,
    by: answer.by,
    seq: answer.seq,
  });
