// What people wish for goes with the next turn, once.
import { expect, test } from "vitest";
import { Life } from "./life.ts";

const params = (life: Life) => {
  const { params } = life.deliver();
  const { threadId: _, input: __, ...settings } = params!;
  return settings;
};

function ended(life: Life): Life {
  life.hear({ id: life.asked()!.id, result: { turn: { id: "t1" } } });
  life.end("t1");
  return life;
}

test("[C-16] without a setting of Skein's nothing is sent: the person's own Codex settings hold", () => {
  expect(params(Life.ready())).toEqual({});
});

test("[C-16] [C-22] each mode says when to ask and what commands may do, and says it once", () => {
  const expected = {
    ask: { approvalPolicy: "untrusted", sandboxPolicy: { type: "dangerFullAccess" } },
    code: { approvalPolicy: "on-request", sandboxPolicy: { type: "workspaceWrite", networkAccess: false } },
    plan: { approvalPolicy: "never", sandboxPolicy: { type: "readOnly", networkAccess: false } },
    auto: { approvalPolicy: "never", sandboxPolicy: { type: "dangerFullAccess" } },
  };
  for (const [mode, settings] of Object.entries(expected)) {
    const life = Life.ready({ mode });
    expect(params(life), mode).toMatchObject({ approvalsReviewer: "user", ...settings });
    expect(params(ended(life)), mode).toEqual({});
  }
});

test("the person's own settings of the sandbox stay in mode code", () => {
  const own = { writable_roots: ["/cache"], network_access: true };
  const life = Life.ready({ mode: "code" }, { "config/read": { config: { sandbox_workspace_write: own } } });
  expect(params(life)).toMatchObject({
    sandboxPolicy: { type: "workspaceWrite", writableRoots: ["/cache"], networkAccess: true },
  });
});

test("[C-16] a change of mode or model needs no new process, and planning is left with the mode", () => {
  const life = Life.ready({ mode: "plan" });
  const settings = { model: "gpt-5.5", reasoning_effort: "high", developer_instructions: null };
  expect(params(life)).toMatchObject({ collaborationMode: { mode: "plan", settings } });
  ended(life).configure("code", "gpt-6");
  expect(params(life)).toMatchObject({
    model: "gpt-6",
    approvalPolicy: "on-request",
    collaborationMode: { mode: "default", settings: { ...settings, model: "gpt-6" } },
  });
  ended(life).configure("auto");
  expect(params(life)).not.toHaveProperty("collaborationMode");
});

test("a conversation that is gone on with may have been planning", () => {
  expect(params(Life.ready({ nativeId: "00000000-0000-4000-8000-000000000005", mode: "auto" }))).toMatchObject({
    collaborationMode: { mode: "default" },
  });
});

test("a model that was set before the start is part of it", () => {
  const life = Life.ready({ model: "gpt-6" });
  expect(params(life)).toEqual({});
  expect(life.news("thread/settings/updated", { threadSettings: { model: "gpt-7", effort: null } })).toEqual([
    { type: "model_changed", data: { model: "gpt-7" } },
  ]);
});

test("[C-16] a mode that goes with words which Codex refuses is not taken for set: the next words say it again", () => {
  const life = Life.ready({ mode: "auto" });
  params(life);
  ended(life).configure("plan", "nonsense");
  expect(params(life)).toMatchObject({ approvalPolicy: "never", sandboxPolicy: { type: "readOnly" } });
  life.hear({ id: life.asked()!.id, error: { code: -32600, message: "unknown model" } });
  life.configure("plan", "gpt-6");
  const again = {
    model: "gpt-6",
    approvalPolicy: "never",
    sandboxPolicy: { type: "readOnly", networkAccess: false },
    collaborationMode: { mode: "plan", settings: { model: "gpt-6" } },
  };
  expect(params(life)).toMatchObject(again);
  expect(params(ended(life))).toEqual({});
});

test("[C-16] a mode that Codex refuses to leave is still to be left, planning included", () => {
  const life = Life.ready({ mode: "plan" });
  params(life);
  ended(life).configure("auto");
  params(life);
  life.hear({ id: life.asked()!.id, error: { code: -32600, message: "no" } });
  life.configure("code");
  expect(params(life)).toMatchObject({ approvalPolicy: "on-request", collaborationMode: { mode: "default" } });
});
