import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sandbox = join(import.meta.dirname, 'sandbox')

test('the sandbox shares no code with what builds, signs and sends: one mistake must not be made on both sides', () => {
  const sources = readdirSync(sandbox, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  expect(sources).toContain('sandbox.ts')
  for (const name of sources) {
    const imports = readFileSync(join(sandbox, name), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)
    const depth = name.split('/').length - 1
    for (const [, path = ''] of imports) {
      expect(path, name).not.toMatch(/^#/)
      const up = path.split('/').filter((step) => step === '..').length
      // how a page is written, which the sandbox of FPX lends to all
      const isPage = path.endsWith('/fpx/sandbox/pages/html.ts')
      if (path.startsWith('.') && !isPage) expect(up, `${name} imports ${path}`).toBeLessThanOrEqual(depth)
    }
  }
})
