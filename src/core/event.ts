// The envelope of all events, and the only list of event types.
// A type that is not listed here is still stored, shown raw and passed on: an unknown event never breaks a fold.
import * as z from "zod";
import { arrangementEvents } from "./arrangement/events.ts";
import { bindingEvents } from "./binding/events.ts";
import { type BlobReference, blobsIn } from "./blob/reference.ts";
import { changeEvents } from "./changes/events.ts";
import { lifecycleEvents } from "./lifecycle/events.ts";
import { limitEvents } from "./limit/events.ts";
import { messageEvents } from "./message/events.ts";
import { permissionEvents } from "./permission/events.ts";
import { promptEvents } from "./prompt/events.ts";
import { settingEvents } from "./setting/events.ts";
import { taskEvents } from "./task/events.ts";
import { toolCallEvents } from "./tool-call/events.ts";
import { turnEvents } from "./turn/events.ts";
import { usageEvents } from "./usage/events.ts";

/** Who caused the event. */
export const bySchema = z.object({
  kind: z.enum(["client", "agent", "daemon", "policy"]),
  name: z.string().optional(),
  device: z.string().optional(),
  address: z.string().optional(),
});
export type By = z.infer<typeof bySchema>;

/** Every event type that Skein writes, with the schema of its data. All of them are durable. */
export const eventData = {
  ...lifecycleEvents,
  ...promptEvents,
  ...turnEvents,
  ...messageEvents,
  ...toolCallEvents,
  ...changeEvents,
  ...taskEvents,
  ...permissionEvents,
  ...bindingEvents,
  ...usageEvents,
  ...settingEvents,
  ...limitEvents,
  ...arrangementEvents,
} satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof eventData;
export type DataOf<T extends EventType> = z.infer<(typeof eventData)[T]>;

/** An event before it is in the log. `blobs`: long texts of which its data has only the beginning. */
export type EventBody = {
  [T in EventType]: { type: T; by: By; data: DataOf<T>; blobs?: readonly BlobReference[] };
}[EventType];

interface Placed {
  session: string;
  seq: number;
  /** ISO 8601 UTC, for display only: order is by seq. */
  at: string;
}

/** An event as stored; `type` and `data` may come from a newer version. */
export interface Event extends Placed {
  type: string;
  by: By;
  data: unknown;
}

/** An event whose data this version understands. */
export type KnownEvent = {
  [T in EventType]: Placed & { type: T; by: By; data: DataOf<T>; blobs?: readonly BlobReference[] };
}[EventType];

/** The event with its sender and data validated, or null if this version does not know it. Total: never throws. */
export function understand(event: Event): KnownEvent | null {
  if (!Object.hasOwn(eventData, event.type)) return null;
  const by = bySchema.safeParse(event.by);
  const data = eventData[event.type as EventType].safeParse(event.data);
  if (!by.success || !data.success) return null;
  const blobs = blobsIn(event.data);
  return { ...event, by: by.data, data: data.data, ...(blobs.length > 0 ? { blobs } : {}) } as KnownEvent;
}
