// The error when a person leaves a question unanswered.
import { Failure } from "../failure.ts";

export const notAnswered = (): Failure =>
  new Failure("not answered; the question stays open", {
    exit: "interrupted",
    code: "not_answered",
    fix: "see it again: skein inbox",
  });
