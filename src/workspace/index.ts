export { findGitRoot } from "./find-root.ts";
export { type Located, locateWorkspace, type Place } from "./locate.ts";
export { repoId, workspaceId } from "./workspace-id.ts";
