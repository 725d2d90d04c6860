// Answers to questions are sent at once or not at all: later the question may be another one.
import type { Skein } from "../../client-entry/lazy.ts";
import type { Connection } from "./connection.ts";

export type Answer = (...answer: Parameters<Skein["answer"]>) => ReturnType<Skein["answer"]>;

/** Rejects without a connection, before anything is sent. */
export const answerIfConnected =
  ({ skein, isUp }: Pick<Connection, "skein" | "isUp">): Answer =>
  async (session, permission, body) => {
    if (!isUp.peek())
      throw new Error("There is no connection to Skein. Your answer was not sent: answer again when it is back.");
    return skein.answer(session, permission, body);
  };
