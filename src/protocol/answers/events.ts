// Pages of logs.
import type { Event } from "../../core/index.ts";

/** `GET /v1/sessions/{id}/events?after=N|before=N&limit=` */
export interface EventPageAnswer {
  events: Event[];
  firstSeq: number;
  head: number;
  epoch: string;
  more: boolean;
}

/** `GET /v1/events?after=<commit>` */
export interface CommitPageAnswer {
  events: { commit: number; event: Event }[];
  lastCommit: number;
  epoch: string;
  more: boolean;
}
