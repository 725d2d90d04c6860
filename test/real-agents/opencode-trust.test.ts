// A repository of somebody else's, opened in OpenCode: nothing that it brings runs before a person has trusted it.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { opencode, opencodeByAcp, opencodeOneshot } from "./agents/opencode.ts";
import { Stage } from "./kit.ts";

/** What runs leaves a file of its name. */
class Repository {
  readonly #stage: Stage;
  readonly #ran: string;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#ran = join(stage.daemon.workspace, "ran");
    mkdirSync(this.#ran);
    const mcp = (name: string) => ({
      [name]: { type: "local", command: ["/bin/sh", "-c", `touch '${this.#ran}/${name}'`] },
    });
    this.#write({
      "opencode.json": JSON.stringify({ mcp: mcp("server") }),
      ".opencode/opencode.json": JSON.stringify({ mcp: mcp("inner-server") }),
      ".opencode/tool/a.js": `${this.#script("tool")} export default { description: "x", args: {}, execute: async () => "x" };`,
      ".env": `OPENCODE_CONFIG_CONTENT='${JSON.stringify({ mcp: mcp("env") })}'\n`,
      "preload.js": this.#script("preload"),
      "bunfig.toml": 'preload = ["./preload.js"]\n',
    });
  }

  addPlugin(): void {
    this.#write({ ".opencode/plugin/a.js": `${this.#script("plugin")} export const Canary = async () => ({});` });
  }

  ran(): string[] {
    return readdirSync(this.#ran).sort();
  }

  #script(name: string): string {
    return `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(this.#ran, name))}, "");`;
  }

  #write(files: Readonly<Record<string, string>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.#stage.cwd, path)), { recursive: true });
      writeFileSync(join(this.#stage.cwd, path), content);
    }
  }
}

const untrusted = expect.objectContaining({ kind: "directory_not_trusted" });

describe.skipIf(findProgram("opencode") === null).for([
  ["stream", opencode],
  ["acp", opencodeByAcp],
  ["oneshot", opencodeOneshot],
] as const)("%s", ([, agent]) => {
  // Fault row 91: nothing runs before trust.
  test("what a directory brings runs once a person has trusted it, and not before", async () => {
    const stage = await Stage.set(agent);
    const repository = new Repository(stage);
    const stranger = await stage.open();
    await stranger.ask("p-1 [[run: ls]] [[text: Hello.]]");
    expect(repository.ran()).toEqual([]);
    expect(await stranger.all("notice")).toContainEqual(untrusted);

    repository.addPlugin();
    const { client } = stage.daemon;
    const { session } = await client.create({ cwd: stage.cwd, agent: "opencode", env: stage.env });
    await client.prompt(session.id, { content: [{ type: "text", text: "p-1 [[text: Hello.]]" }] });
    await stage.daemon.event(
      session.id,
      ({ type, data }) => type === "error" && /brings plugins/.test(`${data.message}`),
    );
    expect(repository.ran()).toEqual([]);

    const trust = `trusted_directories = ${JSON.stringify([stage.cwd])}\n`;
    writeFileSync(stage.daemon.paths.config, `${trust}${agent.config ?? ""}`);
    const friend = await stage.open();
    await friend.ask("p-1 [[text: Hello.]]");
    expect(repository.ran()).toEqual(expect.arrayContaining(["plugin", "server", "tool"]));
    expect(await friend.all("notice")).not.toContainEqual(untrusted);
  });
});
