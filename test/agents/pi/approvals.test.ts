// Skein's extension in a Pi that is not there: what runs, what is asked, and that silence is a no.
import { expect, onTestFinished, test, vi } from "vitest";
import skein from "../../../src/agents/pi/approvals/extension.ts";
import type { Context, PiApi } from "../../../src/agents/pi/approvals/pi-api.ts";

interface Entry {
  type: string;
  id: string;
  customType?: string;
  data?: unknown;
}

interface Setting {
  mode?: string;
  place?: string;
  hasUI?: boolean;
  session?: string;
  answers?: (string | undefined)[];
}

class FakePi {
  readonly handlers = new Map<string, (event: never, context: never) => unknown>();
  readonly entries: Entry[] = [];
  readonly questions: string[][] = [];
  readonly moves: string[] = [];
  #command: (args: string, context: never) => Promise<void> = async () => {};
  readonly context: Context & { navigateTree(id: string): Promise<{ cancelled: boolean }> };

  constructor({ mode, place, hasUI = true, session = "s1", answers = [] }: Setting) {
    const flags: Record<string, unknown> = { "skein-mode": mode, "skein-place": place };
    this.context = {
      ...{ hasUI, cwd: "/work", signal: undefined },
      ui: {
        select: async (_title, options) => {
          this.questions.push(options);
          return answers.shift();
        },
      },
      sessionManager: { getSessionId: () => session, getEntries: () => this.entries, getBranch: () => this.entries },
      navigateTree: async (id) => {
        this.moves.push(id);
        return { cancelled: false };
      },
    };
    const api: PiApi = {
      on: (name, handler) => this.handlers.set(name, handler as never),
      registerFlag: () => {},
      getFlag: (name) => flags[name],
      registerCommand: (_name, { handler }) => {
        this.#command = handler as never;
      },
      appendEntry: (customType, data) =>
        this.entries.push({ type: "custom", id: `e${this.entries.length}`, customType, data }),
    };
    skein(api);
  }

  emit(name: string, event: object = {}): unknown {
    return this.handlers.get(name)?.(event as never, this.context as never);
  }

  /** Whether the tool would run; else the words for the model. */
  async call(toolName: string, input: object): Promise<true | string> {
    const result = (await this.emit("tool_call", { toolCallId: "c1", toolName, input })) as
      | { reason: string }
      | undefined;
    return result ? result.reason : true;
  }

  order(order: object): Promise<void> {
    return this.#command(JSON.stringify(order), this.context as never);
  }
}

const tools = [
  ["read", { path: "a" }],
  ["grep", { pattern: "a" }],
  ["write", { path: "a", content: "" }],
  ["bash", { command: "ls" }],
  ["some_tool", {}],
] as const;

test.for([
  ["ask", ["runs", "runs", "asked", "asked", "asked"]],
  ["code", ["runs", "runs", "runs", "asked", "asked"]],
  ["plan", ["runs", "runs", "refused", "refused", "refused"]],
  ["auto", ["runs", "runs", "runs", "runs", "runs"]],
  ["nonsense", ["runs", "runs", "asked", "asked", "asked"]],
  [undefined, ["runs", "runs", "asked", "asked", "asked"]],
] as const)(
  "[C-22] in mode %s reading, searching, editing, running and other tools are treated as declared",
  async ([mode, expected]) => {
    for (const [index, [name, input]] of tools.entries()) {
      const pi = new FakePi({ ...(mode === undefined ? {} : { mode }), answers: ["no"] });
      const result = await pi.call(name, { ...input });
      const treatment = result === true ? "runs" : pi.questions.length > 0 ? "asked" : "refused";
      expect(treatment, name).toBe(expected[index]);
    }
  },
);

test("it fails closed: no answer, another word than yes, or nobody to ask is a no with a reason", async () => {
  expect(await new FakePi({ answers: [undefined] }).call("bash", { command: "ls" })).toMatch(/Nobody answered/);
  expect(await new FakePi({ answers: ["Allow"] }).call("bash", { command: "ls" })).toBe("Allow");
  expect(await new FakePi({ answers: ["not on a Sunday"] }).call("bash", { command: "ls" })).toBe("not on a Sunday");
  expect(await new FakePi({ hasUI: false }).call("bash", { command: "ls" })).toMatch(/Nobody can be asked/);
  expect(await new FakePi({ answers: ["allow"] }).call("bash", { command: "ls" })).toBe(true);
});

test("[T-21] a question has the call's id, its tool, the absolute path, and all of what would be done", async () => {
  const pi = new FakePi({ answers: ["allow"] });
  await pi.call("write", { path: "sub/a.txt", content: "text" });
  expect(pi.questions).toEqual([["c1", "write", "/work/sub/a.txt", "sub/a.txt\n\ntext", "", ""]]);
});

test("what is approved can't be changed any more", async () => {
  const input = { command: "ls", list: [{ a: 1 }] };
  await new FakePi({ answers: ["allow"] }).call("bash", input);
  expect(Object.isFrozen(input) && Object.isFrozen(input.list[0])).toBe(true);
});

test.for([
  ["write", { path: "a", content: "x" }, false],
  ["write", { path: "a", content: "x", mode: "0755" }, true],
  ["edit", { path: "a", edits: [{ oldText: "x", newText: "y" }] }, false],
  ["edit", { path: "a", edits: [{ oldText: "x", newText: "y", path: "/etc/x" }] }, true],
  ["edit", { path: "a", files: ["/etc/x"] }, true],
] as const)(
  "[T-21] a change that is given more than its file and texts says so: %s %j",
  async ([name, input, isMore]) => {
    const pi = new FakePi({ mode: "ask" });
    await pi.call(name, input);
    expect(pi.questions[0]?.slice(5)).toEqual([isMore ? "more" : ""]);
  },
);

test("for this session: this very command, all edits, or this tool; remembered with the conversation, but not by its forks", async () => {
  const pi = new FakePi({ answers: ["allow-session", "no", "allow-session"] });
  expect(await pi.call("bash", { command: "ls" })).toBe(true);
  expect(await pi.call("bash", { command: "ls" })).toBe(true);
  expect(await pi.call("bash", { command: "ls -a" })).toBe("no");
  expect(await pi.call("edit", { path: "a", edits: [] })).toBe(true);
  expect(await pi.call("write", { path: "b", content: "" })).toBe(true);

  for (const [session, isKnown] of [
    ["s1", true],
    ["s2", false],
  ] as const) {
    const later = new FakePi({ session, answers: ["no"] });
    later.entries.push(...pi.entries);
    later.emit("session_start");
    expect((await later.call("bash", { command: "ls" })) === true).toBe(isKnown);
  }
});

test("[T-21] what was allowed for this session with other fields does not allow a command that only reads like them", async () => {
  const pi = new FakePi({ answers: ["allow-session", "no"] });
  expect(await pi.call("bash", { command: "ls", as: "x; touch y" })).toBe(true);
  expect(await pi.call("bash", { command: "ls", as: "x; touch y" })).toBe(true);
  expect(await pi.call("bash", { command: "ls\n\nas: x; touch y" })).toBe("no");
  expect(pi.questions[0]?.slice(3)).toEqual(["ls", "ls", "more", "as: x; touch y"]);
});

test("[C-16] the mode can be changed in the running process", async () => {
  const pi = new FakePi({ mode: "auto", answers: ["no"] });
  await pi.order({ mode: "plan" });
  expect(await pi.call("bash", { command: "ls" })).toMatch(/Plan mode/);
});

test("[A-25] a fork goes to its place, and leaves an entry there", async () => {
  const pi = new FakePi({});
  await pi.order({ place: "m1" });
  expect(pi.moves).toEqual(["m1"]);
  expect(pi.entries).toMatchObject([{ customType: "skein-fork" }]);
});

test("prompts lose the marks that they travelled with, and nothing else", () => {
  const pi = new FakePi({});
  const message = (text: string) => ({ message: { role: "user", content: [{ type: "text", text }] } });
  expect(pi.emit("message_end", message("\u2063/help \n\u2063"))).toEqual(message("/help \n"));
  expect(pi.emit("message_end", message("plain \u2063"))).toEqual(message("plain \u2063"));
  expect(pi.emit("message_end", { message: { role: "assistant", content: [] } })).toBeUndefined();
});

test("the end of a turn is marked, and whether anybody had asked for it", () => {
  const pi = new FakePi({});
  pi.emit("input", { source: "rpc" });
  pi.emit("agent_settled");
  pi.emit("input", { source: "extension" });
  pi.emit("agent_settled");
  expect(pi.entries.map(({ data }) => data)).toEqual([{}, { isOwn: true }]);
});

test("[A-25] a conversation that has gone on since its fork was made takes no prompt", () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const isTaken = (entries: Entry[]) => {
    const pi = new FakePi({ place: "m1" });
    pi.entries.push(...entries);
    return (pi.emit("input", { source: "interactive" }) as { action: string }).action === "continue";
  };
  const mark = { type: "custom", id: "m1" };
  expect(isTaken([mark, { type: "model_change", id: "x" }])).toBe(true);
  expect(isTaken([mark, { type: "message", id: "x" }])).toBe(false);
  expect(isTaken([{ type: "message", id: "x" }])).toBe(false);
  expect(stderr).toHaveBeenCalledTimes(2);
});
