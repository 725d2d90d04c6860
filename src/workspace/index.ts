export { findGitRoot } from "./find-root.ts";
export { type Located, type LocateRequest, locateWorkspace } from "./locate.ts";
export { repoId, workspaceId } from "./workspace-id.ts";
