/**
 * Where a file of the package lies, as assets/demo/. In this module alone, since its own place counts: src/lib/ lies two folders below the
 * package, and so do dist/chunks/, where what several entries share is bundled, and dist/cli/.
 */
export function packageFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url)
}
