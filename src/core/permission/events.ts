// A question of the agent: asked → answered → applied, or stale when the run that asked is gone. Most ask for permission; some ask for
// values (choices, a form, free text) in the same way.
import * as z from "zod";

const permissionOption = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["allow_once", "allow_always", "reject_once", "reject_always"]),
});
export type PermissionOption = z.infer<typeof permissionOption>;

/** What the agent wants to do, as far as its driver can tell. Rules are checked against it. */
const permissionRequest = z.object({
  kind: z.enum(["execute", "edit", "delete", "move", "read", "search", "fetch", "other"]),
  tool: z.string().nullable(),
  command: z.string().nullable(),
  paths: z.array(z.string()),
  cwd: z.string().optional().describe("Where a command would run, when that is not the workspace itself."),
  hasOtherInput: z
    .boolean()
    .optional()
    .describe("The tool gets more than paths and command: no allow rule with `paths` or `command` covers it."),
  hasMore: z.boolean().optional().describe("The tool gets more than is listed here: no allow rule covers it."),
});

export type PermissionRequest = z.infer<typeof permissionRequest>;

const formField = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["text", "choice", "choices", "yes_no", "number"]),
  options: z.array(z.object({ value: z.string(), label: z.string(), description: z.string().optional() })).optional(),
  isOpen: z.boolean().optional().describe("Free text is accepted beside the options."),
  isRequired: z.boolean().optional(),
});
export type FormField = z.infer<typeof formField>;

/** The values, by field. */
const formContent = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
export type FormContent = z.infer<typeof formContent>;

export const permissionEvents = {
  permission: z.discriminatedUnion("state", [
    z.object({
      id: z.string(),
      state: z.literal("asked"),
      title: z.string(),
      detail: z.string().describe("The whole of what would run or change, exactly."),
      notes: z
        .array(z.string())
        .optional()
        .describe(
          "Notes that are not in `detail`: a description, a reason, the directory, other fields of the input; one per entry.",
        ),
      isPartial: z
        .boolean()
        .optional()
        .describe("`detail` is incomplete: it can't be allowed by someone who reads only this, or by a rule."),
      takesReason: z
        .boolean()
        .optional()
        .describe("`false`: the agent can't be told why a person says no; the words stay in the log."),
      toolCallId: z.string().optional(),
      taskId: z.string().optional().describe("The background task that asks, if it is not the turn."),
      options: z.array(permissionOption).min(1),
      request: permissionRequest.optional(),
      form: z.array(formField).optional().describe("Set if the agent asks for values."),
    }),
    z.object({
      id: z.string(),
      state: z.literal("answered"),
      option: z.string(),
      message: z.string().optional(),
      content: formContent.optional(),
      rule: z.string().optional().describe("The rule that this answer made or followed, as its file says it."),
    }),
    z.object({ id: z.string(), state: z.literal("applied"), option: z.string() }),
    z.object({ id: z.string(), state: z.literal("stale"), reason: z.string() }),
  ]),
  rule_added: z
    .object({ rule: z.string(), permission: z.string() })
    .describe("A person allowed something for the rest of this session."),
};
