import { existsSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Why tests in a browser are left out here; false where there is one. */
export const noChromium: string | false = path === undefined ? 'no Chromium in /usr/bin' : false

/** Ends with the test. `args`: further switches of its command line. */
export async function openChromium(context: TestContext, args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: path ?? '', args: ['--no-sandbox', ...args] })
  context.after(() => browser.close())
  return browser
}
