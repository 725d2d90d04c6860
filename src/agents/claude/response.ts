// Responses to Skein's requests. The ids contain the purpose, so no list of pending requests is needed.
import * as z from "zod";
import { AFTER_REFUSAL } from "../../core/index.ts";
import type { Fact } from "../driver.ts";
import { listed } from "./commands.ts";
import { type LineOf, request } from "./protocol.ts";
import type { ClaudeState, Step } from "./state.ts";
import { trustNotice } from "./trust.ts";

type Ask = "initialize" | "interrupt" | "stop_task" | "set_permission_mode" | "set_model";

/** A request with a new id, and the state that remembers it. */
export function asking(
  state: ClaudeState,
  subtype: Ask,
  body: Record<string, unknown> = {},
): { state: ClaudeState; line: string } {
  const requests = state.requests + 1;
  return { state: { ...state, requests }, line: request(`${subtype}-${requests}`, { subtype, ...body }) };
}

/** A request for a mode or model: no prompt is sent before its response. */
export function settingRequest(
  state: ClaudeState,
  subtype: "set_permission_mode" | "set_model",
  body: Record<string, unknown>,
): { state: ClaudeState; line: string } {
  const { state: asked, line } = asking(state, subtype, body);
  return { state: { ...asked, settling: [...asked.settling, `${subtype}-${asked.requests}`] }, line };
}

const cancelled = z.object({ cancelled: z.array(z.string()) });

export function handleResponse(state: ClaudeState, { response }: LineOf<"control_response">): Step {
  const asked = response.request_id.replace(/-\d+$/, "");
  const isRefused = response.subtype !== "success";
  switch (asked) {
    case "initialize":
      if (state.phase !== "starting") return { state, facts: [] };
      if (isRefused) return { state: { ...state, phase: "dead" }, facts: [refused("start_failed", response.error)] };
      return {
        state: { ...state, phase: "ready" },
        facts: [
          ...listed(response.response),
          { type: "bound", nativeId: state.nativeId, provenance: "assigned" },
          ...trustNotice(state),
        ],
      };
    case "interrupt": {
      // A waiting prompt was dropped, and no result will come for it (since some version before 2.1.325).
      const prompts = cancelled.safeParse(response.response).data?.cancelled ?? [];
      const steered = state.steered.filter((one) => !prompts.includes(one));
      if (!prompts.some((one) => one === state.prompt)) return { state: { ...state, steered }, facts: [] };
      return {
        state: { ...state, steered, prompt: null, isTaken: false, isInterrupting: false },
        facts: [{ type: "turn_end", reason: "interrupted" }],
      };
    }
    case "stop_task":
      return { state, facts: isRefused ? [refused("task_not_stopped", response.error)] : [] };
    case "set_permission_mode":
    case "set_model": {
      const settled = { ...state, settling: state.settling.filter((one) => one !== response.request_id) };
      if (!isRefused) return { state: settled, facts: [] };
      if (asked === "set_model")
        return { state: settled, facts: [refused("model_refused", response.error, AFTER_REFUSAL)] };
      // The current mode is unknown.
      return {
        state: { ...settled, mode: null },
        facts: [refused("mode_refused", response.error, AFTER_REFUSAL)],
      };
    }
    // The echo of an answer.
    default:
      return { state, facts: [] };
  }
}

const refused = (code: string, error = "It gave no reason.", hint?: string): Fact => ({
  type: "error",
  data: { code, message: `Claude Code refused: ${error}`.slice(0, 500), ...(hint === undefined ? {} : { hint }) },
});
