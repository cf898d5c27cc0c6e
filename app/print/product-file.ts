import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of the product: above `app` in the source, and above the build too, whose package is the same one. */
const root = join(dirname(createRequire(import.meta.url).resolve('#app/root.tsx')), '..')

/** Absolute path of a file that ships with the product, by its path in the repository. */
export function productFile(path: string): string {
  return join(root, path)
}
