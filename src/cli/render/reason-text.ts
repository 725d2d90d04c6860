// What a person said with an answer, behind that answer.
import { exactLine } from "../text/exact-text.ts";

export const reasonText = (reason: string | undefined): string =>
  reason === undefined || reason === "" ? "" : ` ("${exactLine(reason)}")`;
