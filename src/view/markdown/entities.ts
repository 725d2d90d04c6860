// Names of characters, as HTML has them and markdown takes them over: the ones that people and models write.

const characters: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", shy: "\u00ad", zwj: "\u200d", zwnj: "\u200c" },
  ...{ copy: "©", reg: "®", trade: "™", deg: "°", plusmn: "±", micro: "µ", middot: "·", times: "×", divide: "÷" },
  ...{ hellip: "…", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
  ...{ bull: "•", larr: "←", uarr: "↑", rarr: "→", darr: "↓", harr: "↔", rArr: "⇒", check: "✓", cross: "✗" },
  ...{ le: "≤", ge: "≥", ne: "≠", asymp: "≈", infin: "∞", minus: "−", sect: "§", para: "¶", euro: "€", pound: "£" },
};

/** A name that is not known stays as it is written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(\w+);/g, (written, name: string) =>
    Object.hasOwn(characters, name) ? (characters[name] ?? "") : written,
  );
