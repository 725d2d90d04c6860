// A title of a tool call or a question, its subject as code.
import { titleParts } from "../../../view/index.ts";
import { InOrder } from "../../parts/in-order.tsx";

export function Title({ title }: { title: string }) {
  return (
    <bdi class="title">
      {titleParts(title).map(({ text, isCode }, index) =>
        isCode ? (
          <code key={index} dir="ltr">
            <InOrder text={text} />
          </code>
        ) : (
          text
        ),
      )}
    </bdi>
  );
}
