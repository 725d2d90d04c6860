// The extension that Skein gives to Pi, next to extensions of the person's own.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import type { AnyEvent } from "../kit/daemon-process.ts";
import { pi } from "./agents/pi.ts";
import { Stage, type Talk } from "./kit.ts";

const asked = ({ state }: AnyEvent["data"]) => state === "asked";

function installExtension({ home }: Stage, source: string): void {
  const directory = join(home, ".pi/agent/extensions");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "own.ts"), source);
}

async function answerAs(stage: Stage, talk: Talk, question: AnyEvent, option: string): Promise<void> {
  await stage.daemon.client.answer(talk.id, String(question.data.id), { option });
}

describe.skipIf(findProgram("pi") === null)("pi's extensions", () => {
  test("[M-27] what is allowed for the session is not asked about again, also by the next process; a fork asks anew", async () => {
    const stage = await Stage.set(pi);
    const talk = await stage.open("default");
    const command = "echo ran >> trace";
    const id = await talk.send(`p-1 [[run: ${command}]] [[text: Done.]]`);
    await answerAs(stage, talk, await talk.event("permission", asked), "allow-session");
    await talk.end(id);
    await talk.ask(`p-2 [[run: ${command}]] [[text: Again.]]`);
    await talk.stop();
    await talk.ask(`p-3 [[run: ${command}]] [[text: Once more.]]`);
    expect((await talk.all("permission")).filter(asked)).toHaveLength(1);
    expect(readFileSync(join(stage.cwd, "trace"), "utf8")).toBe("ran\nran\nran\n");

    const other = await talk.send("p-4 [[run: echo other >> trace]]");
    let seen = 0;
    const question = await talk.event("permission", (data) => asked(data) && ++seen > 1);
    await talk.answer(question, "reject_once");
    await talk.end(other);

    const fork = await stage.fork(talk);
    const last = await fork.send(`p-5 [[run: ${command}]]`);
    const again = await fork.event("permission", (data) => asked(data) && String(data.id) !== String(question.data.id));
    await fork.answer(again, "reject_once");
    await fork.end(last);
    expect(readFileSync(join(stage.cwd, "trace"), "utf8")).toBe("ran\nran\nran\n");
  });

  test("what is approved is what runs: an extension that changes it afterwards keeps it from running", async () => {
    const stage = await Stage.set(pi);
    installExtension(stage, changing);
    const talk = await stage.open("default");
    const id = await talk.send("p-1 [[run: echo ran >> trace]] [[text: Done.]]");
    const question = await talk.event("permission", asked);
    expect(question.data.detail).toBe("echo ran >> trace");
    await talk.answer(question, "allow_once");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(existsSync(join(stage.cwd, "trace"))).toBe(false);
    expect((await talk.all("tool_call_update")).map(({ status }) => status)).toContain("failed");
  });

  test("[M-27] dialogs of other extensions are forms, their notifications are notices, and the answers reach them", async () => {
    const stage = await Stage.set(pi);
    installExtension(stage, asking);
    const talk = await stage.open();
    const id = await talk.send("p-1 [[call: ask_people | {}]] [[result]]");
    const contents = ["Blue", true, "because", "more\nwords"];
    for (const [index, value] of contents.entries()) {
      let seen = 0;
      const { data } = await talk.event("permission", (one) => asked(one) && seen++ === index);
      const [field] = data.form as [{ id: string }];
      if (index === 1) await stage.daemon.kill();
      await stage.daemon.client.answer(talk.id, String(data.id), { option: "accept", content: { [field.id]: value } });
    }
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(await talk.said(id)).toContain(JSON.stringify(contents));
    expect((await talk.all("notice")).map(({ text }) => text)).toEqual(["Thank you."]);
  });

  test("a prompt that another extension takes for itself ends its turn with a notice", async () => {
    const stage = await Stage.set(pi);
    installExtension(stage, taking);
    const talk = await stage.open();
    expect((await talk.ask("ping")).data).toMatchObject({ reason: "completed" });
    expect(stage.model.exchanges.filter(({ isAside }) => !isAside)).toEqual([]);
    expect((await talk.all("notice")).map(({ text }) => text)).toEqual([
      "A Pi extension handled the prompt; the model was not asked.",
    ]);
    expect(await talk.hear("p-2 [[text: Still here.]]")).toBe("Still here.");
  });

  test("slashes are for the model, not for commands, templates and skills of Pi", async () => {
    const stage = await Stage.set(pi);
    installExtension(stage, commanding);
    const directory = join(stage.home, ".pi/agent/prompts");
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "review.md"), "Expanded.");
    const talk = await stage.open();
    const prompts = ["/touch it", "/review p-2", "/skein {}", "/skill:none p-4"];
    for (const prompt of prompts) await talk.ask(prompt);
    const sent = stage.model.exchanges.filter(({ isAside }) => !isAside).map(({ prompt }) => prompt);
    expect(sent).toEqual(prompts);
    expect(existsSync(join(stage.cwd, "touched"))).toBe(false);
  });

  test("what an extension begins by itself is a turn of its own, and ends", async () => {
    const stage = await Stage.set(pi);
    installExtension(stage, waking);
    const talk = await stage.open();
    await talk.ask("p-1 [[text: First.]]");
    const end = await talk.event("turn_end", ({ turn }) => turn === "t2");
    expect(end.data).toMatchObject({ promptId: null, reason: "completed" });
    expect(await talk.said()).toBe("First.By itself.");
    expect(await talk.hear("p-2 [[text: Still here.]]")).toBe("Still here.");
  });
});

const asking = `import { Type } from "typebox";
export default function (pi) {
  pi.registerTool({
    name: "ask_people", label: "Ask", description: "asks people", parameters: Type.Object({}),
    async execute(_id, _params, _signal, _update, ctx) {
      const answers = [
        await ctx.ui.select("Which colour?", ["Red", "Blue"]),
        await ctx.ui.confirm("Sure?", "It can't be undone."),
        await ctx.ui.input("Why?", "in a few words"),
        await ctx.ui.editor("Say more", "First line"),
      ];
      ctx.ui.notify("Thank you.", "info");
      ctx.ui.setStatus("ask", "done");
      return { content: [{ type: "text", text: JSON.stringify(answers) }], details: {} };
    },
  });
}`;

const changing = `export default function (pi) {
  pi.on("tool_call", ({ input }) => {
    input.command = "echo changed >> trace";
  });
}`;

const taking = `export default function (pi) {
  pi.on("input", ({ text }) => ({ action: text === "ping" ? "handled" : "continue" }));
}`;

const commanding = `import { writeFileSync } from "node:fs";
export default function (pi) {
  pi.registerCommand("touch", { description: "touches", handler: async () => writeFileSync("touched", "") });
}`;

const waking = `export default function (pi) {
  let isDone = false;
  pi.on("agent_settled", () => {
    if (isDone) return;
    isDone = true;
    pi.sendUserMessage("[[text: By itself.]]");
  });
}`;
