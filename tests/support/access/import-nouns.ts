import { newId } from '#db/id.ts'
import type { Trx } from '../database/factories.ts'
import { insert } from '../database/factories.ts'
import type { Corner, Noun } from './noun.ts'

/** A file whose rows are not kept any more: what only their uploader may read is tried in tests of their own. */
const uploaded = (trx: Trx, { mark, branch_id, user_id }: Corner) =>
  insert(trx, 'import', {
    ...{ id: newId(), kind: 'students', file_name: mark, date_order: 'dmy', branch_id },
    ...{ status: 'checked', row_count: 1, created_by: user_id },
  })

/** What was brought from Excel, and a row of it. */
export const importNouns = {
  import: { make: uploaded },
  importRow: {
    make: async (trx, corner) => {
      const { id: import_id, version } = await uploaded(trx, corner)
      const row = { id: newId(), import_id, number: 2, status: 'wrong' }
      return { ...(await insert(trx, 'import_row', row)), version }
    },
  },
} as const satisfies Record<string, Noun>
