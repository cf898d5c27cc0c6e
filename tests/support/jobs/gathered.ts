import { resolve } from 'node:path'
import { gather } from '#app/start/building/programs.ts'

/** Where they lie; the next run of the tests removes them. */
export const gatheredHere = 'test-results/programs'

/** What Node has made of them and of the packages that they read: a test starts the same process many times. */
export const compiledHere = resolve(gatheredHere, 'compiled')

const made = new Map<string, Promise<string>>()

/** The file that a process of a test runs, gathered as the build gathers the product's: once in each process of tests. */
export function gathered(source: string): Promise<string> {
  const name = `${process.pid}-${source.replaceAll(/\W/g, '-')}`
  const folder = resolve(gatheredHere)
  const file = made.get(source) ?? gather({ [name]: source }, folder).then(() => `${folder}/${name}.js`)
  made.set(source, file)
  return file
}
