// Answers about what waits for a person, and about the rules that answer for people.
import * as z from "zod";
import type { Attention, AttentionKind } from "../../core/index.ts";
import { closedPermission, openPermission, permissionRequest } from "./permission-state.ts";

export const attentionKinds = ["failed", "finished", "needs_you"] as const satisfies readonly AttentionKind[];

const attentionKind: z.ZodType<AttentionKind> = z.enum(attentionKinds).meta({ id: "AttentionKind" });

const attention: z.ZodType<Attention> = z
  .object({
    at: z.string().describe("Since when it waits."),
    id: z.string().describe("`<session>:<seq>`"),
    kind: attentionKind,
    session: z.string(),
    seq: z.number(),
    name: z.string().describe("What people call the session."),
    text: z.string().describe("One line that says it all, name included."),
  })
  .meta({ id: "Attention" });

export const attentionList = z
  .object({
    items: z.array(attention),
  })
  .meta({ id: "AttentionList" });
export type AttentionList = z.output<typeof attentionList>;

export const focusAnswer = z
  .object({
    state: z.enum(["ended", "held"]),
  })
  .meta({ id: "FocusAnswer" });
export type FocusAnswer = z.output<typeof focusAnswer>;

export const permissionDetail = z
  .intersection(
    openPermission,
    z.object({
      session: z.string(),
      name: z.string().nullable(),
      sessionTitle: z.string().nullable(),
      agent: z.string(),
      workspace: z.string().nullable(),
      rule: z
        .object({ text: z.string(), file: z.string() })
        .nullable()
        .describe(
          "The narrow rule that would answer it from now on, as it would be stored, and where; null when there is none.",
        ),
    }),
  )
  .meta({ id: "PermissionDetail" });
export type PermissionDetail = z.output<typeof permissionDetail>;

/** A closed question: the session remembers the newest of them. */
export const pastPermission = z.intersection(closedPermission, z.object({ session: z.string(), rule: z.null() }));
export type PastPermission = z.output<typeof pastPermission>;

export const inboxAnswer = z
  .object({
    items: z.array(permissionDetail),
  })
  .meta({ id: "InboxAnswer" });
export type InboxAnswer = z.output<typeof inboxAnswer>;

export const policyAnswer = z
  .object({
    workspace: z.object({
      id: z.string(),
      path: z.string(),
    }),
    sources: z.array(
      z.object({
        name: z.enum(["global", "workspace"]),
        file: z.string(),
        rules: z.array(z.string()).describe("In the syntax of the file."),
        problem: z.string().nullable().describe("Why the file can't be used: then rules allow nothing."),
      }),
    ),
  })
  .meta({ id: "PolicyAnswer" });
export type PolicyAnswer = z.output<typeof policyAnswer>;

export const addedRule = z
  .object({
    file: z.string(),
    outcome: z.enum(["added", "already there"]),
  })
  .meta({ id: "AddedRule" });
export type AddedRule = z.output<typeof addedRule>;

export const policyTest = z
  .object({
    items: z.array(
      z.object({
        seq: z.number(),
        request: permissionRequest,
        answer: z.enum(["allow", "deny"]).nullable(),
        verdict: z.enum(["allow", "ask", "deny"]),
        outcome: z.enum(["agrees", "asks", "contradicts", "decides"]),
        isPartial: z
          .boolean()
          .exactOptional()
          .describe(
            "Only the beginning of the request is known, so it is unknown whether rules would allow all of it.",
          ),
        rule: z.string().nullable(),
        source: z.string().nullable(),
        why: z.string(),
      }),
    ),
    proposals: z
      .array(z.string())
      .describe("Proposed rules for what was always allowed, in the syntax of a policy file."),
    files: z.object({
      workspace: z.string(),
      global: z.string(),
    }),
    problems: z.array(z.string()).describe("Why a file of rules can't be used."),
  })
  .meta({ id: "PolicyTest" });
export type PolicyTest = z.output<typeof policyTest>;

const pushSubscription = z.object({
  endpoint: z.string(),
  kinds: z.array(attentionKind),
  remindMinutes: z.number().describe("After how long an unanswered question is told once more; 0 = never."),
});

export const pushAnswer = z
  .object({
    publicKey: z
      .string()
      .describe(
        "Of this daemon, in base64url: what a browser subscribes with. A subscription with another key is dead.",
      ),
    subscription: pushSubscription.nullable().describe("Of the device that asks."),
  })
  .meta({ id: "PushAnswer" });
export type PushAnswer = z.output<typeof pushAnswer>;

export const pushTestAnswer = z.object({ state: z.literal("sent") }).meta({ id: "PushTestAnswer" });
export type PushTestAnswer = z.output<typeof pushTestAnswer>;
