// A block of a hand-written page that a program writes: what stands between its two marks.

export function between(page: string, name: string, block: string): string {
  const begin = `<!-- ${name}: written by npm run docs -->`;
  const end = `<!-- /${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the page needs the lines ${begin} and ${end}, in this order`);
  return `${page.slice(0, from)}${begin}\n\n${block}\n\n${page.slice(to)}`;
}
