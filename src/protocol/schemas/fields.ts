// Fields shared by request bodies.
import * as z from "zod";
import { inOwnSpelling, isModelName, looksLikeId } from "../../core/index.ts";
import { limits } from "../api.ts";

export const id = z.uuid().overwrite(inOwnSpelling);
/** References to a session or a prompt. */
export const reference = z.string().overwrite(inOwnSpelling);
export const variables = z.record(z.string(), z.string());
export const env = variables
  .optional()
  .describe(
    "The client's environment; the agent gets it, cleaned. It is never stored in the log, and never sent back.",
  );
export const place = {
  path: z.string().optional().describe("As the person typed it; resolved against `cwd`."),
  cwd: z.string().startsWith("/").describe("The client's directory, absolute."),
};
export const agent = z.string().optional();
export const textPart = z.strictObject({ type: z.literal("text"), text: z.string().min(1) });
/** One line that is a valid file name everywhere. */
const fileName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^(?!\.{1,2}$)[^\p{C}/\\]+$/u, "must be a file's name: one line without / and \\");
const mediaType = z
  .string()
  .max(127)
  .toLowerCase()
  .regex(
    /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/,
    "must be a media type without parameters, such as image/png",
  );
/** An uploaded file. */
const filePart = z.strictObject({
  type: z.literal("file"),
  name: fileName,
  mediaType,
  hash: z.string().regex(/^[0-9a-f]{64}$/, "must be what the upload answered: 64 hex digits"),
});
export const promptContent = z
  .array(z.discriminatedUnion("type", [textPart, filePart]))
  .min(1)
  .refine(
    (parts) => parts.filter(({ type }) => type === "file").length <= limits.promptFiles,
    `may have ${limits.promptFiles} files at most`,
  );
/** A reference to a session, as typed: one line, and nothing that could be a flag or a default. */
export const sessionName = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameCharacters)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}@-][^\p{C}\p{Zl}\p{Zp}]*$/u, "must be one line that does not begin with - or @")
  .refine((name) => !looksLikeId(name), "must not look like a session's id");

export const exactName = z
  .boolean()
  .optional()
  .describe("A name that another session here has is refused. Without this it gets a number.");

export const expect = z
  .strictObject({ turns: z.number().int().nonnegative(), isAtWork: z.boolean(), lastActiveAt: z.string() })
  .optional()
  .describe(
    "The session as it was shown to the user. If it has started to work or was used since, nothing is done (`moved`).",
  );

export const expectSeq = z
  .number()
  .int()
  .nonnegative()
  .optional()
  .describe("The prompt's `seq` as it was shown to the user. If it was changed since, nothing is done (`moved`).");

/** It becomes an argument of programs. */
export const modelName = z
  .string()
  .trim()
  .min(1)
  .refine(isModelName, "must be one line of at most 200 characters that does not begin with -");
