import type { BuildFailure, BuildOptions } from 'esbuild'
import { StartError } from '../sentence.ts'

/** Processes whose sources the build gathers in one file each; the web process is built with its pages by Vite. */
export const programs = { worker: 'jobs/worker.ts', sandbox: 'app/integrations/sandbox.ts' } as const

export type Program = 'web' | keyof typeof programs

/**
 * Gathers each program, by the name that its file shall have, with all of our sources that it needs, into `folder` inside
 * this project. Packages stay where they are. To read, resolve and compile a thousand small files would cost each start
 * twice as much processor time as the rest of it. Refuses (StartError) with the words of esbuild what it cannot compile.
 */
export async function gather(entryPoints: Record<string, string>, folder: string): Promise<void> {
  const { build } = await import('esbuild')
  const options: BuildOptions = {
    ...{ entryPoints, outdir: folder, bundle: true, packages: 'external', format: 'esm', platform: 'node' },
    ...{ target: 'node22', jsx: 'automatic', sourcemap: true, sourcesContent: false, logLevel: 'silent' },
    // how sources are compiled is decided here, where they are run
    tsconfigRaw: {},
  }
  await build(options).catch(({ message }: BuildFailure) => {
    throw new StartError(`The processes could not be built:\n\n${message}`)
  })
}
