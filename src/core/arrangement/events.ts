// How a person has arranged a session in their list: pinned, snoozed, marked unread, moved. It is no activity in the session.
import * as z from "zod";

export const arrangementEvents = {
  arranged: z
    .object({
      pinned: z.boolean().optional(),
      snooze: z
        .object({ until: z.string().nullable().describe("`null` = until it needs somebody, or has a result.") })
        .nullable()
        .optional(),
      unread: z.boolean().optional().describe("Marked unread by hand, or because the time of its snooze is over."),
      position: z.string().nullable().optional().describe("In the person's own order; `null` = by its age."),
    })
    .describe("Only given fields change. It is no activity: the order by activity stays."),
};
