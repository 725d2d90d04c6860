// Mitto's records as Skein's events. Mitto has no turns: one begins with each prompt, and ends where the next begins.
import { type By, type EventBody, FOREIGN_TITLE_LENGTH, firstBytes } from "../../core/index.ts";
import { believableTime } from "../kit/believable-time.ts";
import { Fields } from "../kit/fields.ts";
import { htmlToMarkdown } from "../kit/html-to-markdown.ts";
import type { EarlierEvent } from "../system.ts";
import { continues, type RawRecord, typeOf } from "./record.ts";

const person: By = { kind: "client", name: "mitto" };
const importer: By = { kind: "daemon" };
const MAX_NAME_LENGTH = 100;
const MAX_RAW_BYTES = 4096;
/** Of one prompt: the others are counted. */
const MAX_FILES = 100;

interface Start {
  server: string | null;
  /** How many turns the session has already. */
  turns: number;
  /** How many records it has already. */
  records: number;
  /** When nothing else tells. */
  at: string;
  now: number;
}

export class Conversion {
  readonly #agent: By;
  readonly #now: number;
  #turns: number;
  #records: number;
  #at: string;
  #open: { turn: string; promptId: string | null; startedAt: string } | null = null;
  #former: string | null = null;
  #message = "";
  #error: string | null = null;
  /** When the open turn was last heard of: what comes later may be the next prompt, hours after its end. */
  #until: string;

  constructor({ server, turns, records, at, now }: Start) {
    this.#agent = { kind: "agent", name: (server ?? "mitto").slice(0, MAX_NAME_LENGTH) };
    this.#turns = turns;
    this.#records = records;
    this.#at = at;
    this.#until = at;
    this.#now = now;
  }

  /** The time of the newest record. */
  get at(): string {
    return this.#at;
  }

  get hasOpenTurn(): boolean {
    return this.#open !== null;
  }

  take(record: RawRecord): EarlierEvent[] {
    this.#records++;
    const outer = new Fields(record);
    outer.number("seq");
    const type = typeOf(record);
    outer.text("type");
    this.#at = believableTime(outer.text("timestamp"), this.#now) ?? this.#at;
    const fields = new Fields(outer.any("data"));
    const isKnown = known.has(type);
    const events = isKnown ? this.#eventsOf(type, fields) : [];
    if (!isKnown) {
      const name = type === "" ? "has no type" : `has the type ${type.slice(0, MAX_NAME_LENGTH)}`;
      events.push(this.#notice(`not shown: a record of Mitto that ${name}`, fields.rest() ?? "{}"));
    }
    for (const one of isKnown ? [fields, outer] : [outer]) {
      const rest = one.rest();
      if (rest !== null)
        events.push(this.#notice(`${NAMES[type] ?? "this record"} in Mitto has ${one.restText()}`, rest));
    }
    if (this.#open) this.#until = this.#at;
    this.#former = type;
    return events;
  }

  /** What could not be read, at its place. */
  skip(place: string, why: string, text: string): EarlierEvent {
    return this.#notice(`${place} of Mitto's file could not be imported: ${why}`, text);
  }

  /** Ends the open turn. A message can go on after it. */
  end(): EarlierEvent[] {
    return this.#endTurn(this.#error === null ? "completed" : "failed");
  }

  #eventsOf(type: string, fields: Fields): EarlierEvent[] {
    switch (type) {
      case "user_prompt":
        return this.#prompt(fields);
      case "agent_message": {
        if (!continues(type, this.#former)) this.#message = `m${this.#records}`;
        const text = htmlToMarkdown(fields.text("html") ?? "");
        const gap = continues(type, this.#former) ? "\n\n" : "";
        return this.#byAgent({ type, by: this.#agent, data: { messageId: this.#message, text: `${gap}${text}` } });
      }
      case "agent_thought": {
        const messageId = this.#former === type ? this.#message : `m${this.#records}`;
        this.#message = messageId;
        return this.#byAgent({ type, by: this.#agent, data: { messageId, text: fields.text("text") ?? "" } });
      }
      case "tool_call":
        return this.#toolCall(fields);
      case "tool_call_update": {
        const status = fields.word("status", toolStatuses);
        const title = fields.text("title");
        const data = {
          toolCallId: fields.text("tool_call_id") ?? "",
          ...(status ? { status } : {}),
          ...(title ? { title: title.slice(0, FOREIGN_TITLE_LENGTH) } : {}),
        };
        return this.#byAgent({ type, by: this.#agent, data });
      }
      case "plan":
        return this.#byAgent({ type, by: this.#agent, data: { entries: fields.list("entries").map(planEntry) } });
      case "permission":
        return this.#permission(fields);
      case "file_read":
      case "file_write": {
        const bytes = fields.number("size");
        const path = fields.text("path") ?? "";
        const size = type === "file_write" && bytes !== null && bytes >= 0 ? { bytes } : {};
        return this.#byAgent({ type, by: this.#agent, data: { path, ...size } });
      }
      case "error": {
        const message = fields.text("message") ?? "";
        const code = fields.number("code");
        this.#error = message === "" ? "an error without a message" : message;
        const shown = code === null ? this.#error : `${this.#error} (${code})`;
        return [this.#event({ type, by: this.#agent, data: { code: "agent_error", message: shown } })];
      }
      case "session_start": {
        const server = fields.text("acp_server") ?? "an agent";
        fields.text("session_id");
        return [this.#notice(`Mitto started ${server} in ${fields.text("working_dir") ?? "an unknown directory"}`)];
      }
      case "session_end": {
        const wasPrompting = fields.flag("was_prompting");
        fields.number("event_count");
        if (wasPrompting) this.#until = this.#at;
        const ended = wasPrompting ? this.#endTurn("interrupted") : this.end();
        return [...ended, this.#notice(`Mitto ended the session: ${fields.text("reason") ?? "no reason given"}`)];
      }
      default: {
        const [label, option] = [fields.text("label"), fields.text("option_id")];
        fields.text("request_id");
        return [this.#notice(`answered to a question of a tool: ${label ?? option ?? "nothing"}`)];
      }
    }
  }

  #prompt(fields: Fields): EarlierEvent[] {
    const ended = this.end();
    const promptId = `mitto-${this.#records}`;
    const turn = `t${++this.#turns}`;
    const text = fields.text("message") ?? "";
    fields.text("prompt_id");
    fields.text("prompt_name");
    const files = [...fields.list("images"), ...fields.list("files")];
    const more = files.length - MAX_FILES;
    this.#open = { turn, promptId, startedAt: this.#at };
    this.#error = null;
    return [
      ...ended,
      this.#event({ type: "prompt_queued", by: person, data: { promptId, text } }),
      this.#event({ type: "turn_start", by: importer, data: { turn, promptId } }),
      this.#event({ type: "user_prompt", by: person, data: { promptId, text, turn } }),
      ...files
        .slice(0, MAX_FILES)
        .map((file) => this.#notice(`not imported with this prompt: ${fileName(file)}`, beginning(file))),
      ...(more > 0 ? [this.#notice(`not imported with this prompt: ${more} more of them`)] : []),
    ];
  }

  #toolCall(fields: Fields): EarlierEvent[] {
    const toolCallId = fields.text("tool_call_id") ?? "";
    const [input, output] = [fields.any("raw_input"), fields.any("raw_output")];
    const status = fields.word("status", toolStatuses) ?? "pending";
    const call = {
      toolCallId,
      title: (fields.text("title") ?? "").slice(0, FOREIGN_TITLE_LENGTH),
      kind: (fields.text("kind") ?? "other").slice(0, MAX_NAME_LENGTH),
      ...{ status: output === undefined ? status : ("running" as const) },
      ...(input === undefined ? {} : { input }),
    };
    const events = this.#byAgent({ type: "tool_call", by: this.#agent, data: call });
    if (output === undefined) return events;
    const data = { toolCallId, status, output: outputText(output) };
    return [...events, this.#event({ type: "tool_call_update", by: this.#agent, data })];
  }

  /** Mitto records a question with its answer. */
  #permission(fields: Fields): EarlierEvent[] {
    const id = `q${this.#records}`;
    const title = (fields.text("title") ?? "").slice(0, FOREIGN_TITLE_LENGTH);
    const [outcome, chosen] = [fields.text("outcome"), fields.text("selected_option")];
    const option = (chosen || outcome || "answer").slice(0, MAX_NAME_LENGTH);
    const kind = outcome === "approved" ? ("allow_once" as const) : ("reject_once" as const);
    const asked = { id, state: "asked" as const, title, detail: title, options: [{ id: option, label: option, kind }] };
    const events = this.#byAgent({ type: "permission", by: this.#agent, data: asked });
    if (outcome !== "approved" && outcome !== "denied") {
      const reason = outcome ? `${outcome.slice(0, MAX_NAME_LENGTH)} in Mitto` : "Mitto recorded no answer";
      return [...events, this.#event({ type: "permission", by: importer, data: { id, state: "stale", reason } })];
    }
    return [
      ...events,
      this.#event({ type: "permission", by: person, data: { id, state: "answered", option } }),
      this.#event({ type: "permission", by: this.#agent, data: { id, state: "applied", option } }),
    ];
  }

  /** In a turn: its own, if no prompt came before. */
  #byAgent(body: EventBody): EarlierEvent[] {
    this.#error = null;
    const event = this.#event(body);
    if (this.#open) return [event];
    const turn = `t${++this.#turns}`;
    this.#open = { turn, promptId: null, startedAt: this.#at };
    return [this.#event({ type: "turn_start", by: importer, data: { turn, promptId: null } }), event];
  }

  #endTurn(reason: "completed" | "failed" | "interrupted"): EarlierEvent[] {
    if (!this.#open) return [];
    const { turn, promptId, startedAt } = this.#open;
    const error = reason === "failed" && this.#error !== null ? { error: this.#error } : {};
    const durationMs = Math.max(0, Date.parse(this.#until) - Date.parse(startedAt));
    this.#open = null;
    const data = { turn, promptId, reason, ...error, durationMs };
    return [{ type: "turn_end", by: importer, data, at: this.#until }];
  }

  #notice(text: string, raw?: string): EarlierEvent {
    const more = raw === undefined ? {} : { raw };
    return this.#event({
      type: "notice",
      by: importer,
      data: { kind: "mitto", text: text.slice(0, FOREIGN_TITLE_LENGTH), ...more },
    });
  }

  #event(body: EventBody): EarlierEvent {
    return { ...body, at: this.#at };
  }
}

const known = new Set([
  ...["user_prompt", "agent_message", "agent_thought", "tool_call", "tool_call_update", "plan", "permission"],
  ...["file_read", "file_write", "error", "session_start", "session_end", "ui_prompt_answer"],
]);

const NAMES: Readonly<Record<string, string>> = {
  ...{ user_prompt: "this prompt", agent_message: "this answer", agent_thought: "this thought", plan: "this plan" },
  ...{ tool_call: "this tool call", tool_call_update: "this tool call", permission: "this question" },
  ...{ file_read: "this reading of a file", file_write: "this writing of a file", error: "this error" },
};

const toolStatuses = {
  pending: "pending",
  in_progress: "running",
  running: "running",
  completed: "completed",
  failed: "failed",
  error: "failed",
  cancelled: "cancelled",
  canceled: "cancelled",
} as const;

/** The text of what a tool printed, if it is text alone. */
function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  const texts = (Array.isArray(output) ? output : [output]).map(onlyText);
  return texts.every((text) => text !== null) ? texts.join("\n") : JSON.stringify(output, null, 2);
}

/** Of `{ type: "text", text }`, alone or as the content of something. */
function onlyText(part: unknown): string | null {
  const fields = new Fields(part);
  const type = fields.text("type");
  const content = type === "content" ? fields.any("content") : undefined;
  if (content !== undefined) return fields.rest() === null ? onlyText(content) : null;
  const text = fields.text("text");
  return type === "text" && fields.rest() === null ? text : null;
}

const fileName = (file: unknown): string => {
  const fields = new Fields(file);
  return (fields.text("name") || fields.text("id") || "a file").slice(0, MAX_NAME_LENGTH);
};

const beginning = (value: unknown): string => firstBytes(JSON.stringify(value), MAX_RAW_BYTES);

function planEntry(entry: unknown): { content: string; status: "pending" | "in_progress" | "completed" } {
  const fields = new Fields(entry);
  const status = fields.text("status");
  const content = fields.text("content") ?? "";
  return { content, status: status === "completed" || status === "in_progress" ? status : "pending" };
}
