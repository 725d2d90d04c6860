// A question of the agent: asked → answered → applied, or stale when the run that asked is gone.
import * as z from "zod";

const permissionOption = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["allow_once", "allow_always", "reject_once", "reject_always"]),
});
export type PermissionOption = z.infer<typeof permissionOption>;

export const permissionEvents = {
  permission: z.discriminatedUnion("state", [
    z.object({
      id: z.string(),
      state: z.literal("asked"),
      title: z.string(),
      /** The whole of what would run, exactly. */
      detail: z.string(),
      toolCallId: z.string().optional(),
      options: z.array(permissionOption).min(1),
    }),
    z.object({ id: z.string(), state: z.literal("answered"), option: z.string(), message: z.string().optional() }),
    z.object({ id: z.string(), state: z.literal("applied"), option: z.string() }),
    z.object({ id: z.string(), state: z.literal("stale"), reason: z.string() }),
  ]),
};
