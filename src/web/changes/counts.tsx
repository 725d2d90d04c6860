import type { ChangedFile } from "./changes-model.ts";

export function Counts({ file: { kind, added, removed } }: { file: ChangedFile }) {
  if (kind === "binary") return <span class="counts">binary</span>;
  return (
    <span class="counts">
      <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
    </span>
  );
}
