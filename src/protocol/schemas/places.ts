// Answers about files and directories, for choosing one.
import * as z from "zod";

export const fileList = z
  .object({
    items: z.array(
      z.object({
        path: z.string().describe("Relative to the session's workspace."),
        kind: z.enum(["directory", "file"]),
      }),
    ),
    isCut: z.boolean().describe("The workspace has more files than were looked at."),
  })
  .meta({ id: "FileList" });
export type FileList = z.output<typeof fileList>;

export const directoryList = z
  .object({
    directory: z.string().describe("What was looked into."),
    items: z.array(z.object({ name: z.string(), path: z.string(), isRepository: z.boolean() })),
    isCut: z.boolean().describe("There are more."),
    problem: z
      .enum(["missing", "not_a_directory", "unreadable"])
      .nullable()
      .describe("Why nothing could be looked at; null if it could."),
  })
  .meta({ id: "DirectoryList" });
export type DirectoryList = z.output<typeof directoryList>;
