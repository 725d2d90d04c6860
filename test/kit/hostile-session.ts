// A session that has every hostile text in every place of a transcript, and what a page must not have made of them.
import { hostileTexts } from "./hostile-texts.ts";

const agent = { kind: "agent" };

/** A file with a session in which every text is said, is a title, an output, a change to a file, a notice … */
export function* hostileFile(id: string): Generator<string> {
  let seq = 0;
  const line = (type: string, data: object, by: object = agent): string =>
    `${JSON.stringify({ session: id, seq: ++seq, at: "2026-01-01T09:00:00.000Z", type, by, data })}\n`;
  const workspace = { id: "w", path: "/elsewhere" };
  yield line("session_start", { agent: "demo", workspace, name: null, resumed: false }, { kind: "client" });
  yield line("turn_start", { turn: "t", promptId: null });
  for (const [n, text] of hostileTexts.entries()) {
    const toolCallId = `c${n}`;
    yield line("agent_message", { messageId: `m${n}`, text });
    const input = { file_path: text, old_string: text, new_string: `${text}!`, [text.slice(0, 40)]: text };
    yield line("tool_call", {
      toolCallId,
      title: text,
      kind: text,
      status: "running",
      input: n % 2 === 0 ? input : { text },
    });
    yield line("tool_call_update", { toolCallId, status: "failed", output: text, durationMs: 1 });
    yield* elsewhere(n, text, line);
  }
  yield line("turn_end", { turn: "t", promptId: null, reason: "failed", error: hostileTexts[0] });
}

/** The other places of a transcript, in turn. */
function* elsewhere(
  n: number,
  text: string,
  line: (type: string, data: object, by?: object) => string,
): Generator<string> {
  const person = { kind: "client", name: text.slice(0, 100), device: text.slice(0, 100) };
  const files = [{ name: text, mediaType: text, hash: "0".repeat(64), bytes: 1 }];
  switch (n % 8) {
    case 0:
      return yield line("notice", { kind: text, text });
    case 1:
      return yield line("agent_thought", { messageId: `t${n}`, text });
    case 2:
      return yield line("plan", { entries: [{ content: text, status: "pending" }] });
    case 3:
      yield line("task_start", { taskId: `b${n}`, kind: "command", title: text });
      return yield line("task_end", { taskId: `b${n}`, outcome: "failed", summary: text });
    case 4: {
      const options = [{ id: "yes", label: text, kind: "allow_once" }];
      yield line("permission", { id: `p${n}`, state: "asked", title: text, detail: text, notes: [text], options });
      return yield line("permission", { id: `p${n}`, state: "answered", option: "yes", message: text }, person);
    }
    case 5:
      return yield line("error", { code: text, message: text, hint: text });
    case 6:
      return yield line("user_prompt", { promptId: `u${n}`, text, turn: "t", files }, person);
    default:
      return yield line("file_write", { path: text, toolCallId: `c${n}` });
  }
}

/** In the page: opens everything that is closed. */
export const openAll = `(() => {
  for (const button of document.querySelectorAll(".transcript button[aria-expanded=false]")) button.click();
})()`;
/** What it finds must not be there. */
export const suspicious = `(() => {
  const unwanted = /^(script|style|link|base|meta|iframe|object|embed|form|video|audio|source|img|image|math|foreignobject|template)$/i;
  const found = [];
  for (const element of document.querySelectorAll(".transcript *, nav *")) {
    if (unwanted.test(element.localName)) found.push(element.localName);
    for (const { name } of element.attributes) if (/^(on|src)/.test(name)) found.push(element.localName + " " + name);
  }
  for (const element of document.querySelectorAll(".transcript [style]")) found.push(element.localName + " style");
  for (const { href, rel, target, protocol, username } of document.querySelectorAll(".transcript [href]"))
    if (!/^(https?|mailto):$/.test(protocol) || username !== "" || rel !== "noopener noreferrer" || target !== "_blank") found.push(href);
  return found;
})()`;
