// Why Enter did nothing.

import type { BlockOf } from "../../core/index.ts";
import { byName } from "../render/by-name.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Why } from "./typing.ts";

export function keptReason(why: Why, questionOf: (id: string) => BlockOf<"permission"> | null | undefined): string {
  switch (why.kind) {
    case "before":
      return "not sent: a question is open, and you began this line before it was shown";
    case "not_an_answer":
      return why.problem;
    case "is_an_answer":
      return "not sent: this is an answer; press Enter to give it";
    case "just_settled":
      return "not sent: that question is no longer open; press Enter again to send it as a prompt";
    case "settled": {
      const question = questionOf(why.question);
      if (question?.state === "asked") return "not sent: you typed this line before the question was asked";
      const by = byName(question?.by) ?? question?.by?.kind;
      const end = by === undefined ? "is no longer open" : `was answered by ${safeLine(by)}`;
      return `not sent: the question that it was typed for ${end}`;
    }
    default:
      return why satisfies never;
  }
}
