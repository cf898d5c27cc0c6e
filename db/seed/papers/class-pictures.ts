import { readFile } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import type { PicturedNoun } from '#app/domain/core/resources.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import type { DB } from '#db/types.ts'
import type { DrawnPicture } from '../plan/plan.ts'
import type { Stage } from '../stage.ts'

/** Programs and classes get the pictures by which families tell them apart where they register. */
export async function addClassPictures(trx: Transaction<DB>, stage: Stage): Promise<void> {
  const { programs, lines } = stage.plan.pictures
  for (const [code, drawn] of Object.entries(programs)) await give(trx, stage, 'program', [code], drawn)
  for (const [line, drawn] of Object.entries(lines)) {
    const codes = stage.plan.classes.filter((offer) => offer.line === line).map(({ code }) => code)
    await give(trx, stage, 'subject', codes, drawn)
  }
}

/** A file for each of them, since a picture that is replaced takes its file along. */
async function give(
  trx: Transaction<DB>,
  { entity }: Stage,
  noun: PicturedNoun,
  codes: string[],
  drawn: DrawnPicture,
): Promise<void> {
  const bytes = await readFile(new URL(`./pictures/${drawn}.webp`, import.meta.url))
  const files = filesOf(environment, entity.schema)
  for (const code of codes) {
    const image_file = newFileKey('webp')
    await files.put(image_file, bytes, 'image/webp')
    await trx
      .updateTable(noun as 'program')
      .set({ image_file })
      .where('code', '=', code)
      .execute()
  }
}
