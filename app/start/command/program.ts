import { pathToFileURL } from 'node:url'
import { built } from '#app/start/building/built.ts'
import type { Program } from '#app/start/building/programs.ts'

/** `npm run web`, `worker` and `sandbox`: runs what the build has made; errors name the lines of the sources. */
process.setSourceMapsEnabled(true)
await import(pathToFileURL(built().program(process.argv[2] as Program)).href)
