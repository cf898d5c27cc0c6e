import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than the rest together would wait for one of them, the longest first. */
export const longest = [
  'tests/hostile-input.http.test.ts',
  'tests/access.http.test.ts',
  'tests/hostile.http.test.ts',
  'db/isolation.db.test.ts',
  'tests/words.http.test.ts',
  'jobs/worker.db.test.ts',
  'tests/page-weight.http.test.ts',
  'tests/extra-fields.http.test.ts',
  'app/start.http.test.ts',
  'tests/money-hidden.http.test.ts',
  'app/domain/seals/seals.db.test.ts',
  'jobs/pdf/pdf.test.ts',
]

/** Begins with the longest files, so that no worker is alone with one at the end; a fresh clone knows no durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
