// A session's state about its agent's questions.
import * as z from "zod";
import type {
  FormContent,
  FormField,
  OpenPermission,
  PermissionOption,
  PermissionRequest,
  SessionState,
} from "../../core/index.ts";
import { blobReference, by } from "./references.ts";

const permissionOption: z.ZodType<PermissionOption> = z
  .object({
    id: z.string(),
    label: z.string(),
    kind: z.enum(["allow_always", "allow_once", "reject_always", "reject_once"]),
  })
  .meta({ id: "PermissionOption" });

export const permissionRequest: z.ZodType<PermissionRequest> = z
  .object({
    kind: z.enum(["delete", "edit", "execute", "fetch", "move", "other", "read", "search"]),
    tool: z.string().nullable(),
    command: z.string().nullable(),
    paths: z.array(z.string()),
    cwd: z.string().exactOptional().describe("Where a command would run, when that is not the workspace itself."),
    hasOtherInput: z
      .boolean()
      .exactOptional()
      .describe("The tool was given more than the paths: no allow rule with `paths` covers it."),
    hasMore: z.boolean().exactOptional().describe("The tool gets more than is listed here: no allow rule covers it."),
  })
  .meta({ id: "PermissionRequest" });

const formField: z.ZodType<FormField> = z
  .object({
    id: z.string(),
    label: z.string(),
    kind: z.enum(["choice", "choices", "number", "text", "yes_no"]),
    options: z
      .array(
        z.object({
          value: z.string(),
          label: z.string(),
          description: z.string().exactOptional(),
        }),
      )
      .exactOptional(),
    isOpen: z.boolean().exactOptional().describe("Free text is accepted beside the options."),
    isRequired: z.boolean().exactOptional(),
  })
  .meta({ id: "FormField" });

const formContent: z.ZodType<FormContent> = z
  .record(z.string(), z.union([z.boolean(), z.string(), z.number(), z.array(z.string())]))
  .meta({ id: "FormContent" });

export const openPermission: z.ZodType<OpenPermission> = z
  .union([
    z.object({
      id: z.string(),
      title: z.string(),
      detail: z.string(),
      notes: z.array(z.string()).exactOptional().describe("Notes that are not in `detail`."),
      options: z.array(permissionOption),
      request: permissionRequest.exactOptional(),
      toolCallId: z
        .string()
        .exactOptional()
        .describe("The tool call that waits for the answer, if the agent reports it."),
      taskId: z
        .string()
        .exactOptional()
        .describe("The background task that asks: the end of a turn does not end the question."),
      form: z.array(formField).exactOptional(),
      isPartial: z.boolean().exactOptional().describe("`detail` is not all of it, and the rest is nowhere."),
      takesReason: z.boolean().exactOptional().describe("`false`: the agent can't be told why a person says no."),
      blobs: z
        .array(blobReference)
        .exactOptional()
        .describe("Set when a text is only the beginning of what would run."),
      seq: z.number(),
      askedAt: z.string(),
      state: z.literal("asked"),
    }),
    z.object({
      id: z.string(),
      title: z.string(),
      detail: z.string(),
      notes: z.array(z.string()).exactOptional().describe("Notes that are not in `detail`."),
      options: z.array(permissionOption),
      request: permissionRequest.exactOptional(),
      toolCallId: z
        .string()
        .exactOptional()
        .describe("The tool call that waits for the answer, if the agent reports it."),
      taskId: z
        .string()
        .exactOptional()
        .describe("The background task that asks: the end of a turn does not end the question."),
      form: z.array(formField).exactOptional(),
      isPartial: z.boolean().exactOptional().describe("`detail` is not all of it, and the rest is nowhere."),
      takesReason: z.boolean().exactOptional().describe("`false`: the agent can't be told why a person says no."),
      blobs: z
        .array(blobReference)
        .exactOptional()
        .describe("Set when a text is only the beginning of what would run."),
      seq: z.number(),
      askedAt: z.string(),
      state: z.literal("answered"),
      option: z.string(),
      message: z.string().nullable(),
      content: formContent.nullable(),
      by: by,
      answeredSeq: z.number(),
      answerBlobs: z.array(blobReference).exactOptional(),
    }),
  ])
  .meta({ id: "OpenPermission" });

export const closedPermission: z.ZodType<SessionState["permission"]["closed"][number]> = z
  .union([
    z.object({
      id: z.string(),
      state: z.literal("applied"),
      option: z.string(),
      by: by,
      seq: z.number(),
    }),
    z.object({
      id: z.string(),
      state: z.literal("stale"),
      reason: z.string(),
      seq: z.number(),
    }),
  ])
  .meta({ id: "ClosedPermission" });

export const permissionState: z.ZodType<SessionState["permission"]> = z
  .object({
    open: z.array(openPermission),
    closed: z
      .array(closedPermission)
      .describe("The newest closed questions, so that a late answer learns who was first."),
    rules: z.array(z.string()).describe("Rules that people added for this session, in the syntax of a policy file."),
  })
  .meta({ id: "PermissionState" });
