// What an opened tool call shows: its changes of files or its input, its output, and the calls of its subagent.
import { countText, type FileDiff, fileDiffs, outputText, shortenLines } from "../../../view/index.ts";
import { Diff } from "./diff.tsx";
import { Foldable } from "./foldable.tsx";
import { LongTexts } from "./long-texts.tsx";
import { CopyButton, LinkButton } from "./time-and-copy.tsx";
import { type Call, ToolCall } from "./tool-call.tsx";

export function InsideToolCall({ block, calls }: { block: Call; calls: readonly Call[] }) {
  const { input, files, seq } = block;
  const diffs = fileDiffs(block);
  const isPatch = diffs.length > 0;
  const output = outputText(block.output);
  return (
    <div class="inside">
      {isPatch ? <Diffs diffs={diffs} seq={seq} /> : <Input input={input} />}
      <LongTexts block={block} at="/input" />
      {files.length > 0 && (
        <ul class="files">
          {files.map(({ path, access }) => (
            <li key={`${access} ${path}`}>
              <span class="quiet">{access === "write" ? "wrote" : "read"}</span> <bdi>{path}</bdi>
            </li>
          ))}
        </ul>
      )}
      {output !== "" && <Output text={output} name={`output ${seq}`} />}
      <LongTexts block={block} at="/output" />
      {calls.map((call) => (
        <div key={call.seq} class="nested" data-seq={call.seq}>
          <ToolCall block={call} calls={[]} />
        </div>
      ))}
      <footer class="acts">
        {output !== "" && <CopyButton text={output} what="output" />}
        <LinkButton seq={seq} />
      </footer>
    </div>
  );
}

function Diffs({ diffs, seq }: { diffs: readonly FileDiff[]; seq: number }) {
  return (
    <>
      {diffs.map((diff, index) => (
        <Diff key={index} diff={diff} name={`diff ${seq} ${index}`} />
      ))}
    </>
  );
}

/** Single texts as they are, everything else as JSON. */
function Input({ input }: { input: unknown }) {
  if (typeof input !== "object" || input === null) return null;
  const fields = Object.entries(input);
  if (fields.length === 0) return null;
  return (
    <dl class="input">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself */}
            <pre tabIndex={0} dir="auto">
              {typeof value === "string" ? outputText(value) : JSON.stringify(value, null, 2)}
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SHOWN_LINES = { first: 20, last: 10 };

function Output({ text, name }: { text: string; name: string }) {
  const { head, tail, hidden } = shortenLines(text, SHOWN_LINES);
  const pre = (shown: string) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself
    <pre class="output" tabIndex={0} dir="auto">
      {shown}
    </pre>
  );
  if (hidden === 0) return pre(head);
  return (
    <Foldable isBelow name={name} whenClosed={`Show all, ${countText(hidden, "more line")}`} whenOpen="Show less">
      {(isOpen) => pre(isOpen ? text : `${head}\n⋮\n${tail}`)}
    </Foldable>
  );
}
