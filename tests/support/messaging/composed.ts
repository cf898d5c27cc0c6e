import type { ComposedMessage } from '#app/domain/messaging/words.ts'

/** What is sent of every message. */
export const composed: ComposedMessage = {
  locale: 'en',
  ...{ subject: 'Sports day', html: '<p>On Friday.</p>', text: 'On Friday.', files: [] },
  ...{ sms: 'RM0 [CAHAYA] Sports day on Friday', whatsapp: '[CAHAYA] Sports day: https://cahaya.test/x' },
}

export const composeAll = async (_db: unknown, messages: readonly { id: string }[]) =>
  new Map(messages.map(({ id }) => [id, composed]))
