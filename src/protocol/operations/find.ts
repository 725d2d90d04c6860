import * as z from "zod";
import { limits } from "../api.ts";
import { findAnswer } from "../schemas/find.ts";
import { cursor, limit, string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const find = operation({
  method: "GET",
  path: "/v1/sessions/:session/find",
  summary: "Words in what a session's transcript shows, literally and whatever their case: one hit per event.",
  about: "log",
  feature: "find",
  access: "read",
  repeat: "harmless",
  isLong: true,
  query: z.object({
    query: string(`The words, at most ${limits.findCharacters} characters.`),
    after: cursor("Forward, behind this seq."),
    before: cursor("Back, from before this seq. Without either: back from the end."),
    kinds: string("Only in blocks of these kinds, separated by commas: `prompt`, `message`, `tool` …"),
    limit: limit(limits.pageSessions, 50),
  }),
  answer: findAnswer,
});
