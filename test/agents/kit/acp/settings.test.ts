// Mode and model of ACP agents: wishes become requests, and what the agent does by itself is told.
import { expect, test } from "vitest";
import { copilot } from "../../../../src/agents/copilot/acp.ts";
import { gemini } from "../../../../src/agents/gemini/acp.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const mode = (name: string) => `https://agentclientprotocol.com/protocol/session-modes#${name}`;
const options = (current: string, allowAll: string) => [
  { id: "mode", category: "mode", currentValue: mode(current), options: [] },
  { id: "allow_all", category: "permissions", currentValue: allowAll, options: [] },
];
const requests = (talk: AcpTalk) => talk.written.slice(2).map(({ method, params }) => ({ method, ...params }));

test("what can be set is declared", () => {
  expect(AcpTalk.ready(gemini).driver.capabilities).toMatchObject({
    models: true,
  });
  const modesOf = (talk: AcpTalk) => Object.keys(talk.driver.capabilities.modes);
  expect(modesOf(AcpTalk.ready(gemini))).toEqual(["ask", "code", "plan", "auto"]);
  expect(modesOf(AcpTalk.ready(copilot))).toEqual(["ask", "plan", "auto"]);
  expect(AcpTalk.ready().driver.capabilities).toMatchObject({ modes: {}, models: false });
});

test("[C-16] settings are sent before the agent is ready for its first prompt", () => {
  const talk = new AcpTalk(gemini, { mode: "auto", model: "m2" });
  talk.answer({ protocolVersion: 1 });
  expect(
    talk.answer({
      sessionId: "00000000-0000-4000-8000-000000000007",
      modes: { currentModeId: "default" },
      models: { currentModelId: "m1" },
    }),
  ).toEqual([]);
  expect(requests(talk)).toEqual([
    { method: "session/set_mode", sessionId: "00000000-0000-4000-8000-000000000007", modeId: "yolo" },
    { method: "session/set_model", sessionId: "00000000-0000-4000-8000-000000000007", modelId: "m2" },
  ]);
  expect(talk.text("[MODE_UPDATE] yolo")).toEqual([]);
  expect(talk.answer({}, talk.written[2])).toEqual([]);
  expect(talk.answer({}, talk.written[3])).toEqual([
    { type: "bound", nativeId: "00000000-0000-4000-8000-000000000007", provenance: "reported", model: "m2" },
  ]);
});

test("a setting that is refused at the start ends the start: nothing runs in another mode than the chosen one", () => {
  const talk = new AcpTalk(gemini, { mode: "auto" });
  talk.answer({ protocolVersion: 1 });
  talk.answer({ sessionId: "00000000-0000-4000-8000-000000000007", modes: { currentModeId: "default" } });
  const error = { code: -32603, message: "Internal error", data: { details: "The folder is not trusted." } };
  expect(talk.refuse(error)).toEqual([
    {
      type: "error",
      data: {
        code: "start_failed",
        message: "Gemini CLI refused the mode auto: The folder is not trusted.",
        hint: "choose another mode, then send the prompt again",
      },
    },
  ]);
});

test("a setting that is refused later interrupts the turn that was to run with it", () => {
  const talk = AcpTalk.ready(gemini, { modes: { currentModeId: "default" } });
  talk.configure({ mode: "plan", model: null });
  const wish = talk.asked;
  talk.prompt();
  expect(talk.refuse({ code: -32603, message: "no" }, wish)).toMatchObject([
    { type: "error", data: { code: "mode_refused", message: "Gemini CLI refused the mode plan: no" } },
  ]);
  expect(talk.written.at(-1)).toMatchObject({ method: "session/cancel" });
});

test("a mode may be more than one setting; on the way to it nothing is told", () => {
  const talk = AcpTalk.ready(copilot, { configOptions: options("plan", "off") });
  talk.configure({ mode: "auto", model: null });
  expect(requests(talk)).toEqual([
    { method: "session/set_mode", sessionId: "00000000-0000-4000-8000-000000000007", modeId: mode("agent") },
    {
      method: "session/set_config_option",
      sessionId: "00000000-0000-4000-8000-000000000007",
      configId: "allow_all",
      value: "on",
    },
  ]);
  const facts = [
    ...talk.update("current_mode_update", { currentModeId: mode("agent") }),
    ...talk.answer({}, talk.written[2]),
    ...talk.update("config_option_update", { configOptions: options("agent", "off") }),
    ...talk.update("config_option_update", { configOptions: options("agent", "on") }),
    ...talk.answer({ configOptions: options("agent", "on") }, talk.written[3]),
  ];
  expect(facts).toEqual([]);
});

test("what the agent changes by itself is told, in our words where we have them", () => {
  const talk = AcpTalk.ready(copilot, { configOptions: options("plan", "off") });
  expect(talk.update("config_option_update", { configOptions: options("plan", "off") })).toEqual([]);
  expect(talk.update("current_mode_update", { currentModeId: mode("agent") })).toEqual([
    { type: "mode_changed", data: { mode: "ask" } },
  ]);
  expect(talk.update("config_option_update", { configOptions: options("agent", "on") })).toEqual([
    { type: "mode_changed", data: { mode: "auto" } },
  ]);
  expect(talk.update("current_mode_update", { currentModeId: mode("autopilot") })).toEqual([
    { type: "mode_changed", data: { mode: mode("autopilot") } },
  ]);
});

test("an agent that starts in plan mode reports it, because rules depend on it", () => {
  const changesOf = (current: string) => {
    const talk = AcpTalk.ready(copilot, { configOptions: options(current, "off") });
    return talk.facts.filter(({ type }) => type === "mode_changed");
  };
  expect(changesOf("plan")).toEqual([{ type: "mode_changed", data: { mode: "plan" } }]);
  expect(changesOf("agent")).toEqual([]);
});

test("gemini tells of its mode in the model's voice", () => {
  const talk = AcpTalk.ready(gemini, { modes: { currentModeId: "plan" } });
  talk.prompt();
  expect(talk.text("[MODE_UPDATE] autoEdit")).toEqual([{ type: "mode_changed", data: { mode: "code" } }]);
  expect(talk.text("[MODE_UPDATE] is a word")).toMatchObject([{ type: "agent_message" }]);
});

test("the model is set by the option that the agent offers for it, and told", () => {
  const model = (currentValue: string) => [{ id: "llm", category: "model", currentValue, options: [] }];
  const talk = AcpTalk.ready(copilot, { configOptions: model("a") });
  expect(talk.facts).toMatchObject([{ type: "bound", model: "a" }]);
  talk.configure({ mode: null, model: "b" });
  expect(requests(talk)).toEqual([
    {
      method: "session/set_config_option",
      sessionId: "00000000-0000-4000-8000-000000000007",
      configId: "llm",
      value: "b",
    },
  ]);
  expect(talk.answer({})).toEqual([{ type: "model_changed", data: { model: "b" } }]);
  expect(talk.update("config_option_update", { configOptions: model("c") })).toEqual([
    { type: "model_changed", data: { model: "c" } },
  ]);
});
