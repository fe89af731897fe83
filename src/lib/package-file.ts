/**
 * Where a file of the package lies, as assets/demo/. In this module alone, since its own place counts: src/lib/ and dist/lib/ lie two folders
 * below the package, and so does dist/cli/, where the command line is bundled.
 */
export function packageFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url)
}
