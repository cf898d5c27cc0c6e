import type { Environment } from '#app/environment.ts'
import type { Database } from './prepare.ts'
import { step } from './steps.ts'
import type { DemoAccount } from './welcome.ts'

/** In the demo, fills an empty database with invented organisations; returns who can sign in. */
export async function fillDemo(environment: Environment, database: Database): Promise<DemoAccount[]> {
  const { mode, appKey } = environment
  if (mode !== 'demo') return []
  const { demoAccounts, seedDemo } = await import('#db/seed/seed.ts')
  const { ownerUrl, appUrl } = database
  await step('Inventing two organisations and their history', (progress) =>
    seedDemo({ ownerUrl, appUrl, mode, appKey, onProgress: progress }),
  )
  return demoAccounts()
}
