import type { Transaction } from 'kysely'
import { htmlLetter, type Letter, plainLetter } from '#app/domain/mails/letter.ts'
import { lineOf } from '#app/domain/mails/line.ts'
import type { Anchor } from '#app/domain/seals/seal.ts'
import type { DB } from '#db/types.ts'

/** The letter as a mail to one reader. */
export function messageOf(
  letter: Letter,
  address: string,
  name: string,
  look: { locale: 'en' | 'my'; colour: string | null },
) {
  return {
    to: { address, name: lineOf(name) },
    subject: lineOf(letter.subject, 200),
    text: plainLetter(letter),
    html: htmlLetter(letter, look),
    list: 'audit',
  }
}

/** When a seal was made; undefined when there is no such seal (any more). */
export async function sealedAt(trx: Transaction<DB>, { number, hash }: Anchor): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('audit_seal')
    .select('at')
    .where('number', '=', number)
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return row?.at
}
