import { readFileSync } from 'node:fs'

/** A part of a page that is put into it whole: its style or its script. They ship in assets/report. */
export function pageAsset(name: 'page.css' | 'browse.js' | 'grade.js'): string {
  return readFileSync(new URL(`../../../assets/report/${name}`, import.meta.url), 'utf8')
}
