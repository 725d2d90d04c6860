import type { BlobReference } from "../blob/reference.ts";
import type { By } from "../event.ts";
import type { FormContent, FormField, PermissionOption, PermissionRequest } from "./events.ts";

interface Asked {
  id: string;
  title: string;
  detail: string;
  /** Notes that are not in `detail`. */
  notes?: readonly string[];
  options: PermissionOption[];
  request?: PermissionRequest;
  /** The tool call that waits for the answer, if the agent reports it. */
  toolCallId?: string;
  /** The background task that asks: the end of a turn does not end the question. */
  taskId?: string;
  form?: FormField[];
  /** `detail` is incomplete, and the rest is not stored. */
  isPartial?: boolean;
  /** False if the agent can't be told why a person says no. */
  takesReason?: boolean;
  /** Set if a text is only the beginning of what would run. */
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
  /** The newest closed questions, so that a late answer learns who was first. */
  closed: ClosedPermission[];
  /** Rules that people added for this session, in the syntax of a policy file. */
  rules: string[];
}

export const initialPermission: PermissionState = { open: [], closed: [], rules: [] };

/** Bounds the state's size, like the limits below; the oldest rule is dropped, so its requests are asked about again. */
export const SESSION_RULES = 50;

/** More open questions than this are not tracked; like the next one it bounds the state's size. */
export const OPEN_PERMISSIONS = 100;

/** How many closed questions are remembered; it bounds the state's size. */
export const REMEMBERED = 32;
