import { relative } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { kindOf, kinds } from './kinds.ts'

/** What runs for long because it starts processes or walks the whole product: begun last, it would keep one core idle. */
const longest = [
  'tests/walk/demo.http.test.ts',
  'tests/walk/walk.http.test.ts',
  'tests/operations.http.test.ts',
  'tests/walk/neighbour.http.test.ts',
  'app/start.http.test.ts',
  'app/server/documents/export.http.test.ts',
  'jobs/worker.db.test.ts',
  'app/domain/billing/generations/killed.db.test.ts',
  'jobs/worker-redis.db.test.ts',
  'app/integrations/pictures/square.test.ts',
  'app/integrations/decoding/decode.test.ts',
]

/** Kinds one after the other, so that what is left at the end is short; of each the longest first, then as Vitest has it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const places = (file: TestSpecification) => [kinds.indexOf(kind(file)), rank(file)] as const
    return usual.sort((one, other) => {
      const [[own, place], [otherOwn, otherPlace]] = [places(one), places(other)]
      return own - otherOwn || place - otherPlace
    })
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
  return at < 0 ? longest.length : at
}

const kind = ({ moduleId }: TestSpecification) => kindOf(relative(process.cwd(), moduleId))
