// The changed files at a glance, each with how it changed and whether it was viewed.
import { exactPath, statusSigns } from "../../view/changes/index.ts";
import { InOrder } from "../parts/in-order.tsx";
import type { ChangedFile, ChangesModel } from "./changes-model.ts";
import { Counts } from "./counts.tsx";

export function FileList({ model, files }: { model: ChangesModel; files: readonly ChangedFile[] }) {
  model.views.value;
  const viewed = files.filter((file) => model.isViewed(file)).length;
  return (
    <details class="file-list" open={files.length <= 12}>
      <summary>
        Files <span class="quiet">{viewed > 0 ? `${viewed} of ${files.length} viewed` : files.length}</span>
      </summary>
      <ul>
        {files.map((file) => (
          <li key={file.path} data-viewed={model.isViewed(file)}>
            <button type="button" onClick={() => showFile(file.path)}>
              <Status file={file} />
              <FileName path={file.path} />
              {model.isViewed(file) && (
                <span class="seen" title="viewed">
                  ✓<span class="unseen"> viewed</span>
                </span>
              )}
              <Counts file={file} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** From left to right, with nothing invisible in it: `exe.png` is not what looks like it. */
export function FileName({ path }: { path: string }) {
  return (
    <bdi class="path" dir="ltr">
      <InOrder text={exactPath(path)} />
    </bdi>
  );
}

export function Status({ file: { status } }: { file: ChangedFile }) {
  const [sign, word] = statusSigns[status];
  return (
    <span class={`status ${status}`} title={word}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{word}: </span>
    </span>
  );
}

function showFile(path: string): void {
  const section = document.querySelector<HTMLElement>(`.changes .file[data-path="${CSS.escape(path)}"]`);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>(".fold")?.focus({ preventScroll: true });
}
