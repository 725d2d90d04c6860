// Ids as vendors make them: a prefix and random letters.
import { randomUUID } from "node:crypto";

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
