// A person who leaves a question as it is.
import { Failure } from "../failure.ts";

export const notAnswered = (): Failure =>
  new Failure("not answered; the question stays open", {
    exit: "interrupted",
    code: "not_answered",
    fix: "see it again: skein inbox",
  });
