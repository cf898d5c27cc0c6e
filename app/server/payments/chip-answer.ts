import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import type { ChipChannel } from '#app/domain/gateways/chip/handle-webhook.ts'
import { receiveChip } from './chip-callback.ts'

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })

export const onlyPosted = () => plain(405, 'POST only', { allow: 'POST' })

/** 200 says that it is written down, also of a repetition; CHIP repeats whatever hears anything else. */
export async function answerChip({ params, request, context }: ActionFunctionArgs, channel: ChipChannel) {
  const id = z.uuid().safeParse(params.id).data
  if (!id) return plain(400, 'NOT VERIFIED')
  try {
    const told = await receiveChip(context, channel, request, id)
    return told === 'refused' ? plain(401, 'NOT VERIFIED') : plain(200, 'OK')
  } catch (error) {
    context.services.log.error({ requestId: context.requestId, err: error }, 'CHIP message not taken')
    return plain(503, 'TRY AGAIN', { 'retry-after': '10' })
  }
}
