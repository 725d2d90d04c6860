// Whether the end of a question has been on the screen: keys reach a card of which only the beginning is in view.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** `end` stands behind everything that is to be read. It must be seen again when `what` changes. */
export function useSeen(end: RefObject<Element | null>, what: string): RefObject<boolean> {
  const isSeen = useRef(false);
  useEffect(() => {
    isSeen.current = false;
    if (!end.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) isSeen.current = true;
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, what]);
  return isSeen;
}
