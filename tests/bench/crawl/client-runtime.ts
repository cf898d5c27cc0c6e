import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import { built } from '#app/start/building/built.ts'

/**
 * Packed bytes of the scripts that Remix would send with a page of these routes, were its `<Scripts>` in the document:
 * the build has them all, in its own list. The data that would travel twice is not counted.
 */
export function clientRuntimeOf({ assets }: ServerBuild): (chain: string[]) => number {
  const { client } = built()
  const packed = new Map<string, number>()
  const sizeOf = (url: string) => {
    const known = packed.get(url) ?? gzipSync(readFileSync(`${client}${url}`)).length
    packed.set(url, known)
    return known
  }
  return (chain) => {
    const routes = chain.flatMap((id) => assets.routes[id] ?? [])
    const files = [assets.entry, ...routes].flatMap(({ module, imports = [] }) => [module, ...imports])
    return [...new Set(files)].reduce((sum, url) => sum + sizeOf(url), 0)
  }
}
