// The reason that a person gave with an answer.
import { exactLine } from "../text/exact-text.ts";

export const reasonText = (reason: string | undefined): string =>
  reason === undefined || reason === "" ? "" : ` ("${exactLine(reason)}")`;
