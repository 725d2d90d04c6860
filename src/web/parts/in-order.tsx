// Text from left to right in the order in which it is stored, whatever letters it has. What is around it has `dir="ltr"`.
import { hasRightToLeft, stretchesOf } from "../../core/without-folds.ts";

interface Props {
  readonly text: string;
  /** Words that follow each other are read together, as people write them. */
  readonly isProse?: boolean;
}

export function InOrder({ text, isProse = false }: Props) {
  if (!hasRightToLeft(text)) return <>{text}</>;
  return (
    <>
      {stretchesOf(text, { isProse }).map((part, at) =>
        part.isRightToLeft ? (
          <bdi key={at} dir="rtl">
            {part.text}
          </bdi>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
