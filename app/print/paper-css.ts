import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { productFile } from './product-file.ts'

let read: string | undefined

/**
 * The stylesheet of documents, imports put in. Read from the source by whoever prints, because the worker runs without
 * Vite, which does the same for the pages.
 */
export function paperCss(): string {
  read ??= withImports(productFile('app/styles/paper.css'))
  return read
}

function withImports(path: string): string {
  const css = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '')
  return css
    .replace(/@import "(.+?)";/g, (_, name: string) => withImports(join(dirname(path), name)))
    .replace(/\n\s*\n/g, '\n')
}
