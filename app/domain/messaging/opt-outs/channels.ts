import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { type LeavableChannel, leavableChannels } from '#app/domain/core/contact/opted-out.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { MessageReader } from './opt-out.ts'

/** By which way somebody said what they want: the link in a message, the office, or their own profile. */
export type OptOutSource = 'link' | 'office' | 'self'

/**
 * The channels on which messages are wanted, as tick boxes; what is not ticked is left. `chosen` comes with the form, since a
 * request that says nothing would leave all of them.
 */
export const channelsForm = z.object({
  chosen: z.literal('yes'),
  email: z.boolean().optional(),
  sms: z.boolean().optional(),
  whatsapp: z.boolean().optional(),
})
export type ChannelsInput = z.output<typeof channelsForm>

export interface ReaderChannel {
  channel: LeavableChannel
  /** Where messages of this channel go; null where nothing is on file. */
  address: string | null
  wanted: boolean
  /** Who said that it is not wanted, and since when. */
  source: OptOutSource | null
  since: Date | null
}

export interface ReaderChannels {
  name: string
  channels: ReaderChannel[]
}

/** A reader's name and channels; undefined for one who was removed. */
export async function channelsOf(db: Kysely<DB>, reader: MessageReader): Promise<ReaderChannels | undefined> {
  const [person, left] = await Promise.all([
    reader.parent_id !== null
      ? db
          .selectFrom('parent')
          .select(['name', 'email', 'phone'])
          .where('id', '=', reader.parent_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : db
          .selectFrom('user_account')
          .select(['name', 'email', 'phone'])
          .where('id', '=', reader.user_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
    optOutsOf(db, reader),
  ])
  if (!person) return undefined
  const mobile = person.phone && isMobile(person.phone) ? person.phone : null
  return {
    name: person.name,
    channels: leavableChannels.map((channel) => {
      const row = left.find((one) => one.channel === channel)
      return {
        channel,
        address: channel === 'email' ? person.email : mobile,
        wanted: row === undefined,
        source: (row?.source ?? null) as OptOutSource | null,
        since: row?.created_at ?? null,
      }
    }),
  }
}

const optOutsOf = (db: Kysely<DB>, reader: MessageReader) =>
  db
    .selectFrom('message_opt_out')
    .select(['channel', 'source', 'created_at'])
    .where((eb) =>
      reader.parent_id !== null ? eb('parent_id', '=', reader.parent_id) : eb('user_id', '=', reader.user_id),
    )
    .execute()

/**
 * Turns channels off and on again for each of these readers, who are one person. Each change is logged with its source; a
 * channel that is as it was changes nothing, so twice is harmless. Those that `wanted` leaves out stay as they are.
 */
export async function setChannels(
  trx: Transaction<DB>,
  actor: Actor,
  readers: readonly (MessageReader & { name: string })[],
  wanted: Partial<Record<LeavableChannel, boolean>>,
  source: OptOutSource,
): Promise<void> {
  const asked = leavableChannels.filter((channel) => wanted[channel] !== undefined)
  for (const reader of readers) {
    const [on, off] = [true, false].map((value) => asked.filter((channel) => wanted[channel] === value))
    const { parent_id, user_id } = reader
    const left = off!.length === 0 ? [] : await leave(trx, actor, reader, off!, source)
    const joined = on!.length === 0 ? [] : await join(trx, reader, on!)
    if (left.length + joined.length === 0) continue
    const change = named(reader.name, {
      after: { source, ...(left.length > 0 && { left }), ...(joined.length > 0 && { joined }) },
    })
    const object =
      parent_id !== null ? { type: 'parent', id: parent_id } : { type: 'user_account', id: user_id }
    await record(trx, actor, 'message_opt_out.changed', object, change)
  }
}

async function leave(
  trx: Transaction<DB>,
  { id: created_by, type }: Actor,
  { parent_id, user_id }: MessageReader,
  channels: readonly LeavableChannel[],
  source: OptOutSource,
): Promise<string[]> {
  const rows = await trx
    .insertInto('message_opt_out')
    .values(
      channels.map((channel) => ({
        ...{ id: newId(), parent_id, user_id, channel, source },
        created_by: type === 'user' ? created_by : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('channel')
    .execute()
  return rows.map(({ channel }) => channel)
}

async function join(
  trx: Transaction<DB>,
  reader: MessageReader,
  channels: readonly LeavableChannel[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('message_opt_out')
    .where((eb) =>
      reader.parent_id !== null ? eb('parent_id', '=', reader.parent_id) : eb('user_id', '=', reader.user_id),
    )
    .where(sql<boolean>`channel = any(${[...channels]}::text[])`)
    .returning('channel')
    .execute()
  return rows.map(({ channel }) => channel)
}

/** What a form with tick boxes says: each channel on or off. */
export const wantedOf = (input: ChannelsInput): Record<LeavableChannel, boolean> => ({
  email: input.email === true,
  sms: input.sms === true,
  whatsapp: input.whatsapp === true,
})

/** A person's account and, where they are a parent as well, their family: both are written to. Refuses nothing. */
export async function readersOfAccount(
  db: Kysely<DB>,
  user_id: string,
): Promise<(MessageReader & { name: string })[]> {
  const account = await db
    .selectFrom('user_account')
    .leftJoin('parent', (join) =>
      join.onRef('parent.user_id', '=', 'user_account.id').on('parent.deleted_at', 'is', null),
    )
    .select(['user_account.name', 'parent.id as parent_id', 'parent.name as parent_name'])
    .where('user_account.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return [
    { parent_id: null, user_id, name: account.name },
    ...(account.parent_id
      ? [{ parent_id: account.parent_id, user_id: null, name: account.parent_name ?? account.name }]
      : []),
  ]
}
