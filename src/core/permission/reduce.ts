// A closed permission never opens again.
import type { KnownEvent } from "../event.ts";
import { type ClosedPermission, OPEN_PERMISSIONS, type PermissionState, REMEMBERED, SESSION_RULES } from "./state.ts";

export function reducePermission(state: PermissionState, event: KnownEvent): PermissionState {
  if (event.type === "rule_added") {
    const { rule } = event.data;
    return { ...state, rules: [...state.rules.filter((one) => one !== rule), rule].slice(-SESSION_RULES) };
  }
  if (event.type !== "permission") return state;
  const { data } = event;
  const open = state.open.find(({ id }) => id === data.id);
  switch (data.state) {
    case "asked": {
      if (open || state.closed.some(({ id }) => id === data.id)) return state;
      if (state.open.length >= OPEN_PERMISSIONS) return state;
      const { id, title, detail, notes, options, request, toolCallId, taskId, form, isPartial, takesReason } = data;
      const { blobs, seq, at: askedAt } = event;
      const asked = {
        ...{ id, state: "asked" as const, title, detail, options, seq, askedAt },
        ...(notes ? { notes } : {}),
        ...(request ? { request } : {}),
        ...(toolCallId === undefined ? {} : { toolCallId }),
        ...(taskId === undefined ? {} : { taskId }),
        ...(form ? { form } : {}),
        ...(isPartial ? { isPartial } : {}),
        ...(takesReason === false ? { takesReason } : {}),
        ...(blobs ? { blobs } : {}),
      };
      return { ...state, open: [...state.open, asked] };
    }
    case "answered": {
      if (open?.state !== "asked") return state;
      const answered = {
        ...open,
        state: "answered" as const,
        option: data.option,
        message: data.message ?? null,
        content: data.content ?? null,
        by: event.by,
        answeredSeq: event.seq,
        ...(event.blobs ? { answerBlobs: event.blobs } : {}),
      };
      return { ...state, open: state.open.map((one) => (one === open ? answered : one)) };
    }
    case "applied":
      if (open?.state !== "answered") return state;
      return close(state, { id: open.id, state: "applied", option: open.option, by: open.by, seq: open.answeredSeq });
    case "stale":
      if (!open) return state;
      return close(state, { id: open.id, state: "stale", reason: data.reason, seq: event.seq });
    default:
      return data satisfies never;
  }
}

const close = (state: PermissionState, closed: ClosedPermission): PermissionState => ({
  ...state,
  open: state.open.filter(({ id }) => id !== closed.id),
  closed: [...state.closed, closed].slice(-REMEMBERED),
});
