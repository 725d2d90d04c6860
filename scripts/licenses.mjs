// The licences of what is bundled: their terms ask that the text travels with the code.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} root @param {Iterable<string>} inputs files of the bundles, relative to root */
export function thirdPartyLicenses(root, inputs) {
  const folders = new Set([...inputs].map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]));
  return [...folders]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(join(root, folder, file), "utf8").trim() : "";
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(72)}\n\n`);
}
