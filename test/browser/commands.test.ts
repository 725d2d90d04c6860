// The library in a real browser: its calls, and a view that is the same as in Node.
import { describe, expect, test } from "vitest";
import { browserScene, newSession, shownInNode, shownInPage } from "../kit/browser-scene.ts";
import { ELSEWHERE, isChromiumThere } from "../kit/chromium.ts";
import { chromiumOfFile } from "../kit/tab.ts";
import { until } from "../kit/until.ts";

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  test("[M-16] a page begins a session, sends, answers what the agent asks, and shows what Node shows", async () => {
    const scene = await browserScene(open);
    const { tab, node } = scene;
    const session = await newSession(scene);
    await tab.watch(session);
    const delivery = await tab.run(({ seen }) => seen.view.send("Go. [[say: first]] [[ask: echo done]] [[count: 40]]"));
    expect(delivery.kind).toBe("acknowledged");
    await tab.until("the question", ({ seen }) =>
      seen.view.state.permission.open.some(({ state }) => state === "asked"),
    );
    expect(await tab.run(({ seen }) => seen.view.status.word)).toBe("waiting");
    await tab.run(async ({ skein, seen: { view } }) => {
      const question = view.state.permission.open[0];
      await skein.answer(view.session, question?.id ?? "", { option: "allow" });
    });
    await tab.until("the end", ({ seen }) => seen.view.state.prompt.recent.some(({ state }) => state === "done"));
    await tab.until(
      "that it rests",
      ({ seen }) => seen.view.status.word === "waiting" || seen.view.status.word === "idle",
    );
    await tab.run(({ seen }) => seen.view.markRead());
    await tab.until("that it was read", ({ seen }) => seen.view.readSeq > 0);
    await until("the same", async () => (await shownInPage(tab)) === (await shownInNode(node, session)));
    const { seqs, complaints } = await tab.run(({ seen, complaints }) => ({ seqs: seen.seqs, complaints }));
    expect(seqs).toEqual(seqs.map((_, index) => index + (seqs[0] ?? 0)));
    // Neither eval nor anything else that a careful page forbids.
    expect(complaints).toEqual([]);
  });

  test("files go up, a log goes down and up again, and refusals say why", async () => {
    const scene = await browserScene(open);
    const { tab } = scene;
    const session = await newSession(scene);
    const came = await tab.run(async ({ skein }, session) => {
      const { hash, bytes } = await skein.upload(new TextEncoder().encode("grün"));
      let text = "";
      for await (const piece of skein.blob(hash)) text += new TextDecoder().decode(piece);
      const lines: string[] = [];
      for await (const { line } of skein.log(session, { after: 0 })) lines.push(line);
      const problem = await skein.session("nobody").then(
        () => null,
        ({ name, code, message }) => ({ name, code, message }),
      );
      async function* content() {
        for (const line of lines) yield new TextEncoder().encode(`${line}\n`);
      }
      const { session: copy } = await skein.importSession(content(), { asNew: true });
      const copied = await skein.session(copy?.id ?? "");
      return { bytes, text, lines: lines.length, head: copied.state.head, isOther: copy?.id !== session, problem };
    }, session);
    expect(came).toMatchObject({ bytes: 5, text: "grün", isOther: true });
    expect(came.head).toBeGreaterThanOrEqual(came.lines);
    expect(came.problem).toMatchObject({ name: "ProblemError", code: "session_not_found" });
  });

  test("a page that came over plain http from another machine can do the same", async () => {
    const scene = await browserScene(open, ELSEWHERE);
    const { tab } = scene;
    expect(await tab.page.evaluate("isSecureContext")).toBe(false);
    const session = await newSession(scene);
    await tab.watch(session);
    expect((await tab.run(({ seen }) => seen.view.send("[[say: hello]]"))).kind).toBe("acknowledged");
    await tab.until("the end", ({ seen }) => seen.view.state.prompt.recent.some(({ state }) => state === "done"));
  });

  test("the list of sessions lives in a page, with its filter", async () => {
    const scene = await browserScene(open);
    const { tab, daemon, node } = scene;
    const cwd = daemon.workspace;
    const first = (await node.create({ agent: "demo", cwd, name: "first" })).session.id;
    const names = (): Promise<unknown> =>
      tab.run((page) =>
        (page as unknown as { list: { sessions: { name: string }[] } }).list.sessions.map(({ name }) => name),
      );
    await tab.run(async (page) => {
      const list = await page.skein.list({ archived: "only", sort: "name" });
      Object.assign(page, { list });
    });
    expect(await names()).toEqual([]);
    await node.archive(first, true);
    await expect.poll(names).toEqual(["first"]);
    await node.archive(first, false);
    await expect.poll(names).toEqual([]);
  });
});
