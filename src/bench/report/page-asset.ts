import { readFileSync } from 'node:fs'
import { packageFile } from '../../lib/package-file.ts'

/** A part of a page that is put into it whole: its style or its script. They ship in assets/report. */
export function pageAsset(name: 'page.css' | 'browse.js' | 'grade.js'): string {
  return readFileSync(packageFile(`assets/report/${name}`), 'utf8')
}
