// What a person said with an answer, behind that answer.
import { exactLine } from "./exact-text.ts";

export const reasonText = (reason: string | undefined): string =>
  reason === undefined || reason === "" ? "" : ` ("${exactLine(reason)}")`;
