// References in events and answers: the author, the workspace, the transport, and long texts.
import * as z from "zod";
import type { BlobReference, By, Transport, WorkspaceRef } from "../../core/index.ts";

export const blobReference: z.ZodType<BlobReference> = z
  .object({
    at: z.string().describe("JSON pointer (RFC 6901) to a string in the event's data."),
    from: z
      .number()
      .describe(
        "The part of that string, in UTF-16 units, that stands for the blob: the blob's beginning, or nothing.",
      ),
    to: z.number(),
    hash: z.string().describe("SHA-256 of the whole, in hex: its name."),
    bytes: z.number(),
  })
  .meta({ id: "BlobReference" });

export const by: z.ZodType<By> = z
  .object({
    kind: z.enum(["agent", "client", "daemon", "policy"]),
    name: z.string().exactOptional(),
    device: z.string().exactOptional(),
    address: z.string().exactOptional(),
  })
  .meta({ id: "By" });

export const workspaceRef: z.ZodType<WorkspaceRef> = z
  .object({
    id: z.string(),
    path: z.string(),
    alias: z.string().exactOptional().describe("The path as typed, if it is another path to the same directory."),
    repoId: z.string().exactOptional().describe("Shared by the worktrees of one repository."),
  })
  .meta({ id: "WorkspaceRef" });

export const transport: z.ZodType<Transport> = z.enum(["acp", "oneshot", "stream"]).meta({ id: "Transport" });
