import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What the program of docs/features/papers.md says of a paper's address, by nothing but the keys that somebody has kept: it is given no
 * network and no product.
 */
export function verifyOffline(keys: string, address: string): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'lunas-verify-'))
  try {
    const [, script] = /```js verify-paper\.mjs\n(.*?)```/s.exec(
      readFileSync('docs/features/papers.md', 'utf8'),
    )!
    writeFileSync(join(folder, 'keys.json'), keys)
    writeFileSync(join(folder, 'verify-paper.mjs'), script!)
    const { status, stdout } = spawnSync(process.execPath, ['verify-paper.mjs', 'keys.json', address], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
