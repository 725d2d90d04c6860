// Many texts, searched for at a place of another text: all at once, also where many of them begin alike.

interface Node {
  /** What leads to it from the node above. */
  edge: string;
  readonly below: Map<number, Node>;
  /** Of the text that ends here. */
  value: string | null;
  /** Of a text that goes on here. */
  passing: string;
}

export interface Matching {
  /** How far the longest text matches whole, and its value. */
  readonly whole: number;
  readonly value: string;
  /** How far some text matches, and its value. */
  readonly begun: number;
  readonly begunValue: string;
}

const nodeOf = (edge: string, value: string | null, passing: string): Node => ({
  edge,
  below: new Map(),
  value,
  passing,
});

export class PrefixTree {
  readonly #root = nodeOf("", null, "");

  /** The first value of a text stays. */
  put(text: string, value: string): void {
    let node = this.#root;
    for (let at = 0; at < text.length; ) {
      const next = node.below.get(text.charCodeAt(at));
      if (!next) {
        node.below.set(text.charCodeAt(at), nodeOf(text.slice(at), value, value));
        return;
      }
      const same = sameLength(text, at, next.edge);
      node = same === next.edge.length ? next : split(node, next, same);
      at += same;
    }
    node.value ??= value;
  }

  at(text: string, from: number): Matching {
    let [node, depth, whole, value] = [this.#root, 0, 0, ""];
    for (;;) {
      const next = node.below.get(text.charCodeAt(from + depth));
      if (!next) return { whole, value, begun: depth, begunValue: node.passing };
      const same = sameLength(text, from + depth, next.edge);
      depth += same;
      if (same < next.edge.length) return { whole, value, begun: depth, begunValue: next.passing };
      if (next.value !== null) [whole, value] = [depth, next.value];
      node = next;
    }
  }
}

function sameLength(text: string, at: number, edge: string): number {
  let length = 1;
  while (length < edge.length && text.charCodeAt(at + length) === edge.charCodeAt(length)) length++;
  return length;
}

function split(above: Node, node: Node, at: number): Node {
  const middle = nodeOf(node.edge.slice(0, at), null, node.passing);
  above.below.set(middle.edge.charCodeAt(0), middle);
  node.edge = node.edge.slice(at);
  middle.below.set(node.edge.charCodeAt(0), node);
  return middle;
}
