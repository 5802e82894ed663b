import { existsSync, readFileSync, readdirSync } from 'node:fs';

const PACKAGE_OF_INPUT = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The licences of every package that esbuild put into a bundle, as one text.
 * @param {import('esbuild').Metafile[]} metafiles
 * @returns {string}
 */
export function noticesOf(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(inputs.map((input) => PACKAGE_OF_INPUT.exec(input)?.[1]).filter(Boolean));
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, 'utf8') : '';
  return `${name} ${version} (${license ?? 'licence in its sources'})\n\n${text.trim()}\n`;
}
