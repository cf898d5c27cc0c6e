import { buildWhenStale } from '#app/start/building/build.ts'
import { step } from '#app/start/steps.ts'

/** `npm run build` */
await step('Building the pages', () => buildWhenStale())
