import { build } from './build.ts'
import { step } from './steps.ts'

/** `npm run build` */
await step('Building the pages', () => build())
