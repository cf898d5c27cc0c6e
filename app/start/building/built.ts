import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from '../sentence.ts'
import type { Program } from './programs.ts'

/** Where builds lie, each in a folder of its own, and the file that names the one to use. */
export const builds = 'build'
export const pointer = `${builds}/current`
/** What Node has compiled of sources, packages and builds (`bootstrap.mjs`). */
export const compiled = 'node_modules/.cache/compiled'

/** The newest build. */
export interface Built {
  /** Its folder, such as `build/0f3c…`; it stays for an hour after the next one has taken its place. */
  folder: string
  /** What it sends to browsers. */
  client: string
  /** What the web process is made of, for whoever runs it in their own process. */
  server(): Promise<typeof import('#app/server.ts')>
  /** The file of a program. */
  program(name: Program): string
}

/** Refuses (StartError) when nothing was built here yet. */
export function built(): Built {
  const name = currentBuild()
  if (!name) throw new StartError('Nothing is built here yet: run "npm run build" first.')
  const folder = `${builds}/${name}`
  return {
    folder,
    client: `${folder}/client`,
    server: () => import(pathToFileURL(`${folder}/server/index.js`).href),
    program: (name) => (name === 'web' ? `${folder}/server/web.js` : `${folder}/programs/${name}.js`),
  }
}

/** The name of the newest build; undefined when there is none. */
export function currentBuild(): string | undefined {
  try {
    return readFileSync(pointer, 'utf8')
  } catch {
    return undefined
  }
}
