// The agent asks for information: a form that a person fills in, even under a later daemon.
import type { Fact, Reaction } from "../../driver.ts";
import { type RpcId, rpcResult } from "../json-rpc.ts";
import { fieldsOf, formDetail, formOptions } from "../questions/asked-form.ts";
import { printOf } from "../questions/reused-question-id.ts";
import { idIn } from "../run-id.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { elicitationRequest } from "./protocol.ts";
import { type AcpState, type Question, questionId, withQuestion, withSound } from "./state.ts";

export const notAnswered = (id: RpcId): string => rpcResult({ id, result: { action: "cancel" } });

interface Asked {
  id: RpcId;
  params: unknown;
  line: string;
}

export function handleElicitation(state: AcpState, { id, params, line }: Asked): Reaction<AcpState> {
  const said = elicitationRequest.safeParse(params).data;
  if (!said || said.sessionId !== state.session) {
    const text = "The agent asked a question that Skein could not read, so Skein cancelled it.";
    return { state, facts: [unreadableLine(line, text)], writes: [notAnswered(id)] };
  }
  if (state.turn?.isCancelled) return { state, facts: [], writes: [notAnswered(id)] };
  const { properties, required } = said.requestedSchema;
  const form = fieldsOf(properties, required);
  const options = formOptions.map((one) => ({ id: one.id, isAllow: one.kind === "allow_once" }));
  const fields = Object.fromEntries(form.map((field) => [field.id, field.kind]));
  const print = printOf(["elicitation/create", params]);
  const question: Question = {
    ...{ id, number: state.asked + 1, print },
    ...{ toolCallId: said.toolCallId ?? null, shown: "", options, fields },
  };
  const { toolCallId, message } = said;
  const asked: Fact = {
    type: "permission",
    data: {
      ...{
        id: questionId(state, question),
        state: "asked",
        title: message.split("\n")[0] ?? message,
        takesReason: false,
      },
      ...{ detail: formDetail(message, properties), options: [...formOptions], form },
      ...(toolCallId ? { toolCallId: idIn(state, toolCallId) } : {}),
    },
  };
  return { state: withQuestion({ ...withSound(state), message: null }, question), facts: [asked], writes: [] };
}
