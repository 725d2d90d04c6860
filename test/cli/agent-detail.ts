// An agent as the daemon tells of it, for tests of what people see.
import type { AgentDetail } from "../../src/client/index.ts";

const capabilities: AgentDetail["capabilities"] = {
  resume: true,
  fork: "turn",
  approvals: true,
  interrupt: true,
  steer: false,
  tasks: "untold",
  files: ["*/*"],
  modes: {
    ask: { edits: "asked", commands: "asked" },
    code: { edits: "free", commands: "asked", note: "reads at will" },
  },
  models: true,
  commands: true,
};

export const agentDetail = (facts: Partial<AgentDetail> = {}): AgentDetail => ({
  id: "acme",
  title: "Acme Code",
  installed: true,
  path: "/home/ada/bin/acme",
  version: "1.2.3",
  install: null,
  isDefault: false,
  login: { state: "in", evidence: "ACME_KEY is set", hint: null },
  models: ["small", "large"],
  transport: "stream",
  capabilities,
  ways: [
    { transport: "stream", capabilities },
    { transport: "oneshot", capabilities: { ...capabilities, approvals: false } },
  ],
  troubles: [],
  ...facts,
});

export const missingAgent = (id: string, install: string): AgentDetail =>
  agentDetail({
    ...{ id, installed: false, path: null, version: null, models: null, install },
    login: { state: "out", evidence: " not foundX", hint: `${id} login` },
  });
