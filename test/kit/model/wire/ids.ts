// Ids as vendors make them. Letters only: Pi looks for status codes such as 429 in the whole text of an error, its id included, and tries again.
import { randomBytes } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export const newId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(24)].map((byte) => LETTERS[byte % LETTERS.length]).join("")}`;
