import type { BlobReference } from "../blob/reference.ts";
import type { By } from "../event.ts";
import type { FormContent, FormField, PermissionOption, PermissionRequest } from "./events.ts";

interface Asked {
  id: string;
  title: string;
  detail: string;
  /** What is said with it, and is not in `detail`. */
  notes?: readonly string[];
  options: PermissionOption[];
  request?: PermissionRequest;
  /** The call that waits for the answer, where the agent says so. */
  toolCallId?: string;
  /** The background task that asks: the end of a turn does not end the question. */
  taskId?: string;
  form?: FormField[];
  /** `detail` is not all of it, and the rest is nowhere. */
  isPartial?: boolean;
  /** Set when a text is only the beginning of what would run. */
  blobs?: readonly BlobReference[];
  seq: number;
  askedAt: string;
}

export type OpenPermission =
  | (Asked & { state: "asked" })
  | (Asked & {
      state: "answered";
      option: string;
      message: string | null;
      content: FormContent | null;
      by: By;
      answeredSeq: number;
      answerBlobs?: readonly BlobReference[];
    });

export type ClosedPermission =
  /** `seq` is the answer's. */
  | { id: string; state: "applied"; option: string; by: By; seq: number }
  | { id: string; state: "stale"; reason: string; seq: number };

export interface PermissionState {
  open: OpenPermission[];
  /** The newest closed ones, so that a late answer is told who was first. */
  closed: ClosedPermission[];
  /** What a person allowed for this session, as a policy file would say it. */
  rules: string[];
}

export const initialPermission: PermissionState = { open: [], closed: [], rules: [] };

/** Like the limits below it bounds the state's size; the oldest rule goes, and is asked about again. */
export const SESSION_RULES = 50;

/** More open questions than this are not tracked; like the next one it bounds the state's size. */
export const OPEN_PERMISSIONS = 100;

/** How many closed questions are remembered; it bounds the state's size. */
export const REMEMBERED = 32;
