// An output that can't be written does not make a prompt unsent: whoever sees the exit code must not send it again.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

test.runIf(existsSync("/dev/full"))("a prompt that is stored is said to be, also where stdout is full", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "api", "--agent", "demo"]);
  const into = (words: string, output: string) => {
    const line = `'${process.execPath}' '${skein.program}' ${words} > ${output}`;
    const { status, stderr } = spawnSync("sh", ["-c", line], {
      cwd: skein.workspace,
      env: skein.env,
      encoding: "utf8",
    });
    return { status, stderr };
  };
  for (const flag of ["", "--json"])
    expect(into(`send api "hello" --hold ${flag}`, "/dev/full")).toEqual({
      status: 0,
      stderr: expect.stringMatching(
        /^the output can't be written \(ENOSPC: .*\); the prompt is stored for api, so don't send it again; to see it: skein queue api\n$/,
      ),
    });
  expect(await skein.json(["queue", "api", "--json"])).toMatchObject({
    items: [{ title: "hello" }, { title: "hello" }],
  });
  // What was waited for is lost: that is no success, and the prompt is sent all the same.
  expect(into('send api "hello" --wait', "/dev/full")).toEqual({
    status: 1,
    stderr: expect.stringMatching(/the prompt is stored for api, so don't send it again; to see it: skein show api\n$/),
  });
  expect(into("sessions", "/dev/full")).toEqual({ status: 1, stderr: expect.stringMatching(/^error: ENOSPC/) });
});
