import { buildWhenStale } from '#app/start/building/build.ts'

/** The http tests speak to the built product; `npm test` has built it by then, a single file run by hand may not have. */
export default async function setup(): Promise<void> {
  if (process.env.WITHOUT_BUILD !== 'true') await buildWhenStale()
}
