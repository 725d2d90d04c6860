import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { cliDaemon } from "./cli-daemon.ts";

test("[M-12] limits are shown with where they come from and what was used, and are set for one session", async () => {
  const { daemon, run } = await cliDaemon();
  daemon.limits = { ...noLimits, budgetUsd: 20 };
  await daemon.newSession("api");
  const rows = async (...words: string[]) =>
    (await run(["limit", "api", ...words])).out.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(await rows()).toEqual([
    ["api may use:"],
    ["cost", "$20.00", "by config", "used: -"],
    ["tokens", "none", "by config", "used: 0"],
    ["turn minutes", "none", "by config"],
    [""],
  ]);
  expect(await rows("--usd", "2.5", "--turn-minutes", "30")).toEqual([
    ["api may use:"],
    ["cost", "$2.50", "set for this session", "used: -"],
    ["tokens", "none", "by config", "used: 0"],
    ["turn minutes", "30", "set for this session"],
    [""],
  ]);
  expect((await rows("--usd", "none"))[1]).toEqual(["cost", "none", "set for this session", "used: -"]);
  const told = JSON.parse((await run(["limit", "api", "--tokens", "1000", "--json"])).out);
  expect(told).toMatchObject({
    v: 1,
    limits: {
      budgetUsd: { limit: null, from: "set for this session", used: 0 },
      budgetTokens: { limit: 1000, from: "set for this session", used: 0 },
      turnMinutes: { limit: 30, from: "set for this session", used: null },
    },
  });
});

test.for([
  ["--usd", "lots"],
  ["--usd", "-1"],
  ["--tokens", "1.5"],
  ["--turn-minutes", "0"],
  ["--turn-minutes", ""],
])("%s %j is refused, and nothing changes", async ([flag = "", value = ""]) => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  expect(await run(["limit", "api", `${flag}=${value}`])).toEqual({
    code: 2,
    out: "",
    err: `error: ${flag} can't be "${value}"\nfix: give a number, or none\n`,
  });
  expect((await daemon.client.session(session)).state.limit.own).toEqual({});
});
