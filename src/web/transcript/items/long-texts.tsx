// Long texts of which the log keeps only the beginning at hand: the rest is fetched when somebody asks for it.
import { useState } from "preact/hooks";
import type { Block, Cut } from "../../../core/index.ts";
import { bytesText, outputText } from "../../../view/index.ts";
import { useTranscriptHost } from "../transcript-host.ts";

/** More is not put on the screen. */
const MAX_BYTES = 2_000_000;

export function LongTexts({ block, at }: { block: Block; at?: string }) {
  const cuts = block.cuts?.filter((cut) => at === undefined || cut.at === at) ?? [];
  return (
    <>
      {cuts.map((cut) => (
        <LongText key={cut.hash} cut={cut} />
      ))}
    </>
  );
}

type Loaded = { readonly text: string; readonly isWhole: boolean } | { readonly failure: Error } | "loading" | null;

function LongText({ cut: { hash, bytes } }: { cut: Cut }) {
  const { blob } = useTranscriptHost();
  const [loaded, setLoaded] = useState<Loaded>(null);
  const load = async (): Promise<void> => {
    setLoaded("loading");
    try {
      const decoder = new TextDecoder();
      let [text, seen] = ["", 0];
      for await (const chunk of blob(hash)) {
        text += decoder.decode(chunk, { stream: true });
        seen += chunk.length;
        if (seen >= MAX_BYTES) break;
      }
      setLoaded({ text: outputText(text), isWhole: seen >= bytes });
    } catch (error) {
      setLoaded({ failure: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  if (loaded !== null && loaded !== "loading" && "text" in loaded)
    return (
      <>
        <pre class="output" dir="auto">
          {loaded.text}
        </pre>
        {!loaded.isWhole && (
          <p class="quiet">
            These are the first {bytesText(MAX_BYTES)} of {bytesText(bytes)}. To save all of it, run: skein export
          </p>
        )}
      </>
    );
  return (
    <p class="cut">
      <span class="quiet">Only the beginning is shown. </span>
      <button type="button" class="act" disabled={loaded === "loading"} onClick={load}>
        {loaded === "loading" ? "Loading …" : `Show all (${bytesText(bytes)})`}
      </button>
      {loaded !== null && loaded !== "loading" && (
        <span role="alert"> It could not be loaded: {loaded.failure.message}</span>
      )}
    </p>
  );
}
