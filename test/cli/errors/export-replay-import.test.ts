// Flags of export, replay and import that can't be used as they are.
import { expect, test } from "vitest";
import { readProgram } from "../../../src/cli/export/html-file.ts";
import { readSession } from "../../../src/cli/export/read-session.ts";
import { cliDaemon, done, text } from "../cli-daemon.ts";

test("each says what is wrong, and what to do", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  await daemon.client.rename(session, "api");
  const { head } = (await daemon.client.session(session)).state;
  for (const [words, message] of [
    [["export", "api", "--html", "-o", ""], "the file's name is empty\nfix: name a file: -o session.html"],
    [["export", "api", "--html", "-o", "-", "--json"], "-o - is for a program that reads it"],
    [["export", "api", "--turn", "1"], "--turn goes with --html\nfix: "],
    [
      ["export", "api", "--html", "--turn", "1", "--after-event", "2"],
      "--turn and --after-event don't go together\nfix: ",
    ],
    [
      ["export", "api", "--html", "-y", "--after-event", `${head}`],
      "there is nothing to export: the log ends with event",
    ],
    [["replay", "api", "--turn", "1", "--since", "1h"], "--turn, --after-event and --since don't go together\nfix: "],
    [["replay", "api", "--speed", "moon"], `--speed can't be "moon"\nfix: give a number from 0.25 to 64`],
    [["import", "--from", "mitto", "--as-new"], "--as-new and --from don't go together\nfix: omit --as-new"],
  ] as const) {
    const { code, err } = await run([...words]);
    expect([words, code, err]).toEqual([words, 2, expect.stringContaining(message)]);
  }
});

test("a place where no file can be written is named with its code", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  const codeOf = async (output: string): Promise<unknown> => {
    const { err } = await run(["export", session, "--html", "-y", "--json", "-o", output]);
    return JSON.parse(err).error.code;
  };
  expect(await codeOf(".")).toBe("not_a_file");
  expect(await codeOf("/proc/nothing/a.html")).toBe("not_written");
});

test("a session whose events are too long for a browser is refused with a part that can be exported", async () => {
  async function* log(): AsyncGenerator<unknown> {
    for (let seq = 1; seq <= 3; seq++)
      yield { event: { seq, type: "notice", data: {} }, line: { length: 100_000_000 } };
  }
  const read = readSession({ log } as never, "s", { after: 0, to: 3, turn: null });
  await expect(read).rejects.toMatchObject({
    message: "the session is too long for one HTML file",
    code: "too_many_events",
  });
});

test("a file that is missing in the installation is named", () => {
  const message = "a file of Skein is missing: /nowhere/exported.html";
  expect(() => readProgram("/nowhere/exported.html")).toThrow(
    expect.objectContaining({ message, code: "program_missing" }),
  );
});
