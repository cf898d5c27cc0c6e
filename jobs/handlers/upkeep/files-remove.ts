import { removeFilesOf } from '#app/integrations/files/files.ts'
import type { Handler } from '../../handler.ts'

/** Of an organisation that was dropped; of one that is there none is touched. */
export const removeFiles: Handler<'files.remove'> = async ({ schema }, { inPlace, environment }) => {
  const owner = await inPlace((trx) =>
    trx.selectFrom('platform.entity').select('id').where('schema_name', '=', schema).executeTakeFirst(),
  )
  if (!owner) await removeFilesOf(environment, schema)
}
