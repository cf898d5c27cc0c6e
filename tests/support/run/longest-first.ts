import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** What runs for long because it starts processes or walks the whole product: begun last, it would keep one core idle. */
const longest = [
  'tests/operations.http.test.ts',
  'tests/walk/walk.http.test.ts',
  'tests/walk/neighbour.http.test.ts',
  'app/start.http.test.ts',
  'app/server/documents/export.http.test.ts',
  'jobs/worker.db.test.ts',
  'app/integrations/pictures/square.test.ts',
  'app/integrations/decoding/decode.test.ts',
]

/** Of each kind the longest first, then as Vitest has it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const kinds = Map.groupBy(usual, ({ project }) => project.name)
    return [...kinds.values()].flatMap((kind) => kind.sort((a, b) => rank(a) - rank(b)))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
  return at < 0 ? longest.length : at
}
