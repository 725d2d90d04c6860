// How one file changed, as clients get it: in hunks, like a patch.

/** Lines of both versions that belong together. Each line begins with " ", "+", "-", or "\" for a remark about the line before it. */
export interface Hunk {
  /** From 1; 0 if the version has no lines here. Null where nobody knows: an agent told only what it replaced. */
  readonly oldStart: number | null;
  readonly newStart: number | null;
  /** What follows the numbers in a patch, such as the function. */
  readonly heading: string;
  readonly lines: readonly string[];
}

export type FileStatus = "added" | "modified" | "deleted" | "renamed";
export type FileKind = "text" | "binary" | "submodule" | "symlink";

export interface FileChange {
  readonly path: string;
  /** Where it was before, if it was renamed. */
  readonly oldPath?: string | undefined;
  readonly status: FileStatus;
  readonly kind: FileKind;
  /** Permissions that changed, as Git writes them: "100644". */
  readonly oldMode?: string | undefined;
  readonly newMode?: string | undefined;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Lines that are not in the hunks, because there are too many. */
  readonly cut?: true | undefined;
  /** The turns that changed it, in order. */
  readonly turns: readonly string[];
  /** It also changed between these turns, when the agent was not at work: by a person or a program. */
  readonly isMixed?: true | undefined;
}
