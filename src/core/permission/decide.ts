import type { CommandOf, Decision } from "../command.ts";
import type { By } from "../event.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";

/** The first answer wins; later ones are told who was first. */
export function decideAnswer(state: SessionState, command: CommandOf<"answer">, by: By): Decision {
  const { permission: id, option, message } = command;
  const open = state.permission.open.find((one) => one.id === id);
  if (!open) return refuseClosed(state, id);
  if (open.state === "answered") return alreadyAnswered({ ...open, seq: open.answeredSeq });
  if (!open.options.some((one) => one.id === option)) {
    const allowed = open.options.map((one) => one.id);
    return reject("option_unknown", `"${option}" is not an option here; choose one of: ${allowed.join(", ")}.`, {
      allowed,
    });
  }
  return {
    events: [
      {
        type: "permission",
        by,
        data: { id, state: "answered", option, ...(message === undefined ? {} : { message }) },
      },
    ],
    outcome: { state: "answered", permission: id, option },
  };
}

function refuseClosed(state: SessionState, id: string): Decision {
  const closed = state.permission.closed.find((one) => one.id === id);
  if (!closed) return reject("permission_not_found", `No question "${id}" is open in this session.`);
  if (closed.state === "applied") return alreadyAnswered(closed);
  return reject("stale_permission", `The question ended with the run that asked it (${closed.reason}).`, {
    seq: closed.seq,
  });
}

const alreadyAnswered = (answer: { option: string; by: By; seq: number }): Decision =>
  reject("already_answered", `It was answered "${answer.option}" by ${answer.by.name ?? answer.by.kind}.`, {
    option: answer.option,
    by: answer.by,
    seq: answer.seq,
  });
