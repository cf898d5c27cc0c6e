import { variables } from '#app/start/variables.ts'

/**
 * Imported before everything else: what somebody has set for a product of theirs must not reach a measurement, its
 * database least of all; and React measures itself unless it is told that this is production.
 */
for (const name of Object.keys(variables)) if (name !== 'CHROMIUM_PATH') delete process.env[name]
process.env.APP_ENV = 'test'
process.env.NODE_ENV = 'production'
process.env.TZ = 'UTC'
