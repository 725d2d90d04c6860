import { expect, test } from "vitest";
import { agentPage } from "../../src/cli/render/agent-page.ts";
import { agentTable } from "../../src/cli/render/agent-table.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { agentDetail, missingAgent } from "./agent-detail.ts";
import { cliDaemon } from "./cli-daemon.ts";

const around = { style: styleFor({}, false), home: "/home/ada" };

test("agents are listed with path, version, login, models and modes; those that are not installed come last, with the command that installs them", async () => {
  const lines = await agentTable(
    [
      agentDetail({ isDefault: true }),
      agentDetail({
        ...{
          id: "nova",
          icon: "✦",
          path: "/opt/nova",
          version: null,
          capabilities: { ...agentDetail().capabilities, modes: {} },
        },
        models: Array.from({ length: 12 }, (_, index) => `nova-model-${index}`),
        login: { state: "out", evidence: " not foundNOVA_KEY", hint: "nova login" },
        troubles: ["version: `nova --version` did not answer within 4.5 s and was stopped"],
      }),
      agentDetail({
        ...{ id: "demo", models: null, version: null },
        login: { state: "none needed", evidence: "no login needed", hint: null },
      }),
      missingAgent("zeta", "npm install -g zeta"),
      missingAgent("eta-code", "brew install eta"),
    ],
    around,
  );
  expect(`\n${lines.join("\n")}\n`).toBe(`
AGENT           PATH        VERSION  LOGIN          MODELS                    MODES
acme (default)  ~/bin/acme  1.2.3    logged in      small large               ask code
✦ nova          /opt/nova   -        not logged in  nova-model-0 and 11 more  -
demo            ~/bin/acme  -        not needed     -                         ask code

not installed:
  zeta      npm install -g zeta
  eta-code  brew install eta

! nova is not logged in: nova login
! nova: version: \`nova --version\` did not answer within 4.5 s and was stopped
`);
});

test("one agent is shown with everything: its modes with their effective levels, in words", async () => {
  expect(`\n${(await agentPage(agentDetail({ isDefault: true }), around)).join("\n")}\n`).toBe(`
acme · Acme Code · default
  path       ~/bin/acme
  version    1.2.3
  login      logged in: ACME_KEY is set
  transport  stream (also: oneshot, with [agents.acme] transport in config.toml)
  models     small, large
  can        resume, fork (at any turn), ask before it acts, be interrupted, run its own commands
  can't      be steered mid-turn, report background tasks
  files      any
  modes
    ask   edits asked, commands asked
    code  edits free, commands asked; reads at will
`);
});

test("one that is not installed, without modes or models, is told as such", async () => {
  const { capabilities, ...rest } = missingAgent("zeta", "npm install -g zeta");
  const none = { ...capabilities, fork: "none", files: ["image/"], modes: {}, models: false } as const;
  const page = await agentPage(
    { ...rest, capabilities: none, ways: [{ transport: "stream", capabilities: none }] },
    around,
  );
  expect(`\n${page.join("\n")}\n`).toBe(`
zeta · Acme Code
  path       not installed: npm install -g zeta
  version    not known
  login      not logged in:  not foundX; to log in: zeta login
  transport  stream
  models     its own; not settable
  can        resume, ask before it acts, be interrupted, run its own commands
  can't      fork, be steered mid-turn, report background tasks
  files      images
  modes      none that can be set
`);
});

test("the daemon tells of its agents, all or one; an unknown one is refused with those that there are", async () => {
  const { run } = await cliDaemon();
  expect((await run(["agents"])).out).toBe(
    [
      "AGENT               PATH      VERSION  LOGIN       MODELS  MODES",
      "scripted (default)  scripted  -        not needed  -       code plan auto",
      "",
    ].join("\n"),
  );
  const all = JSON.parse((await run(["agents", "--json"])).out);
  expect(all).toMatchObject({ v: 1, agents: [{ id: "scripted", installed: true, isDefault: true }] });
  const one = JSON.parse((await run(["agents", "scripted", "--json"])).out);
  expect(one).toEqual({ v: 1, agent: all.agents[0] });
  expect(await run(["agents", "nope"])).toEqual({
    code: 2,
    out: "",
    err: 'error: there is no agent "nope"; known: scripted\nfix: list agents: skein agents\n',
  });
});
