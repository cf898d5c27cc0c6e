import { globSync, readFileSync, rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import { runVite } from '#app/start/building/build.ts'
import { builds } from '#app/start/building/built.ts'

/**
 * Packed bytes of the scripts that Remix would send with a page of these routes, were its `<Scripts>` in the document: a
 * build that makes them, which the product's own does not, has them all in its list. The data that would travel twice is
 * not counted.
 */
export async function clientRuntime(signal: AbortSignal): Promise<(chain: string[]) => number> {
  const folder = `${builds}/making-${process.pid}`
  try {
    await runVite(folder, { signal, variables: { BUILD_SCRIPTS: 'yes' } })
    const [list] = globSync(`${folder}/client/assets/manifest-*.js`)
    const { entry, routes } = listIn(readFileSync(list!, 'utf8'))
    const packed = new Map(
      globSync(`${folder}/client/assets/*.js`).map((file) => [
        file.slice(`${folder}/client`.length),
        gzipSync(readFileSync(file)).length,
      ]),
    )
    return (chain) => {
      const parts = [entry, ...chain.flatMap((id) => routes[id] ?? [])]
      const files = parts.flatMap(({ module, imports = [] }) => [module, ...imports])
      return [...new Set(files)].reduce((sum, url) => sum + packed.get(url)!, 0)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Remix writes it as `window.__remixManifest={…};`. */
function listIn(script: string): ServerBuild['assets'] {
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
}
