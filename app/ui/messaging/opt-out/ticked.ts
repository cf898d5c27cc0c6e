import type { LeavableChannel } from '#app/domain/core/contact/opted-out.ts'

/** The default values of the tick boxes: a box is ticked by the text of a sent one. */
export const tickedOf = (channels: readonly { channel: LeavableChannel; wanted: boolean }[]) =>
  Object.fromEntries(channels.map(({ channel, wanted }) => [channel, wanted ? 'on' : '']))
