// The marks of this process: an agent would have to guess 128 random bits to write one.
import { randomBytes } from "node:crypto";
import { createMarks } from "../../core/index.ts";

export const nonce = randomBytes(16).toString("hex");
export const marks = createMarks(nonce);
