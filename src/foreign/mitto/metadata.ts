// What Mitto's metadata.json says of a session.
import { Fields } from "../kit/fields.ts";

export interface Metadata {
  title: string | null;
  server: string | null;
  conversation: string | null;
  directory: string | null;
  createdAt: string | null;
  isArchived: boolean;
  parent: string | null;
  /** In words: what has no place of its own in Skein. */
  remarks: readonly string[];
  /** All other fields, as JSON; null if there are none. */
  rest: string | null;
}

const MAX_PATH_LENGTH = 4096;

/** A longer one is none: no file system takes it. */
export const directoryIn = (fields: Fields): string | null => {
  const path = fields.text("working_dir");
  return path === null || path.length > MAX_PATH_LENGTH ? null : path;
};

/** Of any value: what it does not say is null. */
export function readMetadata(value: unknown): Metadata {
  const fields = new Fields(value);
  const title = fields.text("name");
  const isArchived = fields.flag("archived");
  const [archivedAt, archivedWhy] = [fields.text("archived_at"), fields.text("archived_reason")];
  const [status, description] = [fields.text("status"), fields.text("description")];
  const parent = fields.text("parent_session_id");
  const origin = fields.text("child_origin") ?? (fields.flag("is_auto_child") ? "auto" : null);
  for (const known of ["session_id", "updated_at", "last_user_message_at"]) fields.text(known);
  for (const known of ["event_count", "max_seq"]) fields.number(known);
  const remarks = [
    status && `status ${status}`,
    description && `description: ${description}`,
    isArchived && ["archived", archivedAt, archivedWhy && `(${archivedWhy})`].filter(Boolean).join(" "),
    parent && `started by session ${parent}${origin ? ` (${origin})` : ""}`,
  ];
  return {
    ...{ title: title === "" ? null : title, isArchived, parent: parent === "" ? null : parent },
    server: fields.text("acp_server"),
    conversation: fields.text("acp_session_id"),
    directory: directoryIn(fields),
    createdAt: fields.text("created_at"),
    remarks: remarks.filter((one) => typeof one === "string" && one !== ""),
    rest: fields.rest(),
  } as Metadata;
}
