export { Checkpoints } from "./changes/checkpoints.ts";
export type { FoundChanges, Kept, TakenCheckpoint } from "./changes/store-answers.ts";
export { completeDirectory, type DirectoryEntry, type DirectoryList } from "./complete-directory.ts";
export { type FoundFiles, WorkspaceFiles } from "./find-files.ts";
export { findGitRoot } from "./find-root.ts";
export { type Located, type LocateRequest, locateWorkspace } from "./locate.ts";
export type { PathEntry } from "./rank-paths.ts";
export { repoId, workspaceId } from "./workspace-id.ts";
